import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, realpathSync, statSync } from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type BackendFacts, fail, type Outcome, type ProgramEnd, value } from "@wield/core";
import { isOwnerGone, makeOwnerMark } from "../processes/guard/owner-mark.ts";
import { type Guard, startGuard } from "../processes/guard/start-guard.ts";
import { childChannel } from "../processes/remote/child-channel.ts";
import type { RemoteChannel, RemotePlace } from "../processes/remote/remote-place.ts";
import { removeLeftFolder } from "../processes/remove-left-folder.ts";
import { type DockerEngine, engineWords, runDocker } from "./run-docker.ts";

export interface DockerOptions extends DockerEngine {
  readonly image: string;
  readonly network: "bridge" | "none";
  /** Absolute, on this machine; `/workspace` inside. */
  readonly workspace: string;
  /** Whose files those written inside are: `UID:GID`. */
  readonly user: string;
  /** Told when a container that died was replaced. */
  readonly onReplaced?: () => void;
}

/** The workspace as the container sees it. */
export const CONTAINER_WORKSPACE = "/workspace";

/** What stands on every container of ours: the mark of the process that made it. */
const LABEL = "wield.owner";

/** Of what the engine says, in characters. */
const MOST_SAID = 4000;

/**
 * A container that is made when the first program is started in it, replaced when it has died, and removed at the end: of
 * the place, or of our process.
 */
export function createDockerPlace(options: DockerOptions): RemotePlace {
  const { image, network } = options;
  const facts: BackendFacts = {
    kind: "docker",
    label: image,
    sandbox: { kind: "container", network: network === "none" ? "off" : "on" },
  };
  const owner = makeOwnerMark();
  let container: Promise<Outcome<Running>> | undefined;
  let hadOne = false;
  let where: (Where & { readonly guard: Guard }) | undefined;

  const begin = async (): Promise<Outcome<Running>> => {
    if (hadOne) options.onReplaced?.();
    where ??= makeWhere(owner);
    const started = await start(options, where);
    if (!started.ok) {
      container = undefined;
      return started;
    }
    hadOne = true;
    void started.value.ended.then(() => (container = undefined));
    return started;
  };

  return {
    facts,
    endsWithUs: true,
    open: async (script) => {
      container ??= begin();
      const ready = await container;
      return ready.ok ? value(exec(options, ready.value.name, script)) : ready;
    },
    isFolder: (path) => {
      // The workspace is a folder of this machine; a link in it may lead elsewhere there than here.
      if (path !== CONTAINER_WORKSPACE && !path.startsWith(`${CONTAINER_WORKSPACE}/`)) return undefined;
      const local = join(options.workspace, path.slice(CONTAINER_WORKSPACE.length));
      return isRealFolder(local, options.workspace) ? true : undefined;
    },
    close: async () => {
      const started = await container;
      container = undefined;
      if (started?.ok === true) {
        await runDocker(options, ["rm", "-f", "-v", started.value.name]);
        await started.value.ended;
      }
      if (where !== undefined) removeLeftFolder(where.temporary);
      where?.guard.leave();
      where = undefined;
    },
  };
}

function isRealFolder(path: string, workspace: string): boolean {
  try {
    return (
      statSync(path).isDirectory() &&
      realpathSync(path) === join(realpathSync(workspace), relative(workspace, path))
    );
  } catch {
    return false;
  }
}

interface Where {
  readonly owner: string;
  /** A folder of this machine, `/tmp` inside. */
  readonly temporary: string;
}

function makeWhere(owner: string): Where & { readonly guard: Guard } {
  const guard = startGuard(owner, () => undefined);
  const temporary = mkdtempSync(join(tmpdir(), `wield-container-${owner}.`));
  chmodSync(temporary, 0o1777);
  return { owner, temporary, guard };
}

/** Removes what processes of ours left behind that no longer live: engines that were stopped with them. */
export async function removeLeftContainers(
  engine: DockerEngine,
  isGone: (owner: string) => boolean = isOwnerGone,
): Promise<readonly string[]> {
  const format = `{{.ID}} {{.Label "${LABEL}"}}`;
  const listed = await runDocker(engine, ["ps", "-a", "--filter", `label=${LABEL}`, "--format", format]);
  const left = listed.output
    .split("\n")
    .map((line) => line.trim().split(" "))
    .flatMap(([id = "", owner = ""]) => (id !== "" && isGone(owner) ? [id] : []));
  if (left.length > 0) await runDocker(engine, ["rm", "-f", "-v", ...left]);
  return left;
}

interface Running {
  readonly name: string;
  /** Settles when it has ended, whoever ended it. */
  readonly ended: Promise<unknown>;
}

/**
 * The container reads until the end of its input and then ends with all that runs in it, and the engine removes it. The
 * input is a pipe of ours: it ends when we do, however that happens.
 */
async function start(options: DockerOptions, where: Where): Promise<Outcome<Running>> {
  const { image, network, workspace, user } = options;
  const { owner, temporary } = where;
  const name = `wield-${randomBytes(8).toString("hex")}`;
  const child = spawn(
    options.program ?? "docker",
    [
      ...engineWords(options),
      "run",
      "--interactive",
      "--rm",
      "--init",
      "--name",
      name,
      "--label",
      `${LABEL}=${owner}`,
      "--network",
      network,
      "--user",
      user,
      "--volume",
      `${workspace}:${CONTAINER_WORKSPACE}`,
      // The state of shells is kept there: it outlives a container that has to be replaced.
      "--volume",
      `${temporary}:/tmp`,
      "--workdir",
      CONTAINER_WORKSPACE,
      "--entrypoint",
      "/bin/sh",
      image,
      "-c",
      "echo up; exec cat >/dev/null",
    ],
    { stdio: ["pipe", "pipe", "pipe"], detached: true },
  );
  const { stdin, stdout, stderr } = child;
  stdin.on("error", () => undefined);
  let said = "";
  stderr.on("data", (chunk: Buffer) => (said = (said + chunk.toString()).slice(-MOST_SAID)));
  const ended = new Promise<string>((resolve) => {
    child.once("error", ({ message }) => resolve(`docker cannot be run: ${message}`));
    child.once("close", (code) => resolve(`docker ended with exit code ${code}`));
  });
  const up = new Promise<undefined>((resolve) => stdout.once("data", () => resolve(undefined)));
  const failure = await Promise.race([up, ended]);
  if (failure !== undefined) return unavailable(said.trim() || failure);
  for (const stream of [stdin, stdout, stderr]) if (stream instanceof Socket) stream.unref();
  child.unref();
  return value({ name, ended });
}

function exec(engine: DockerEngine, container: string, script: string): RemoteChannel {
  const child = spawn(
    engine.program ?? "docker",
    [...engineWords(engine), "exec", "-i", container, "/bin/sh", "-c", script],
    { stdio: ["pipe", "pipe", "pipe"], detached: true },
  );
  const ended = new Promise<ProgramEnd>((resolve) => {
    child.once("error", (error) =>
      resolve({ exitCode: null, lost: `docker cannot be run: ${error.message}` }),
    );
    child.once("exit", (exitCode, signal) =>
      resolve(signal === null ? { exitCode } : { exitCode: null, lost: `docker was ended by ${signal}` }),
    );
  });
  return childChannel(child, { ended });
}

function unavailable(reason: string): Outcome<never> {
  return fail("backend_unavailable", `docker: ${reason}`, {
    hint: "start the engine, or change workspace.backend.",
  });
}
