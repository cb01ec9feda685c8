import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type BackendFacts, fail, type Outcome, type ProgramEnd, value } from "@wield/core";
import { byteSource } from "../processes/byte-source.ts";
import type { RemoteChannel, RemotePlace } from "../processes/remote/remote-place.ts";
import { writeTo } from "../processes/write-to.ts";
import { type DockerEngine, engineWords, runDocker } from "./run-docker.ts";

export interface DockerOptions extends DockerEngine {
  readonly image: string;
  readonly network: "bridge" | "none";
  /** Absolute, on this machine; `/workspace` inside. */
  readonly workspace: string;
  /** Whose files those written inside are: `UID:GID`. */
  readonly user: string;
  /** Tells containers of dead processes of ours from those in use. */
  readonly owner: string;
  /** Told when a container that died was replaced. */
  readonly onReplaced?: () => void;
}

/** The workspace as the container sees it. */
export const CONTAINER_WORKSPACE = "/workspace";

/** What stands on every container of ours. */
const LABEL = "wield.owner";

/**
 * A container that is made when the first program is started in it, replaced when it has died, and removed at the end.
 */
export function createDockerPlace(options: DockerOptions): RemotePlace {
  const { image, network } = options;
  const facts: BackendFacts = {
    kind: "docker",
    label: image,
    sandbox: { kind: "container", network: network === "none" ? "off" : "on" },
  };
  let container: Promise<Outcome<string>> | undefined;
  let hadOne = false;
  let temporary: string | undefined;

  const begin = async (): Promise<Outcome<string>> => {
    if (hadOne) options.onReplaced?.();
    temporary ??= makeTemporary();
    const started = await start(options, temporary);
    if (!started.ok) {
      container = undefined;
      return started;
    }
    hadOne = true;
    watchEnd(options, started.value, () => {
      container = undefined;
    });
    return started;
  };

  return {
    facts,
    open: async (script) => {
      container ??= begin();
      const ready = await container;
      return ready.ok ? value(exec(options, ready.value, script)) : ready;
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
      if (started?.ok === true) await runDocker(options, ["rm", "-f", "-v", started.value]);
      if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
      temporary = undefined;
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

function makeTemporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "wield-container-"));
  chmodSync(folder, 0o1777);
  return folder;
}

/** The engine tells when a container ends, whoever ended it. */
function watchEnd(engine: DockerEngine, container: string, onEnd: () => void): void {
  const child = spawn(engine.program ?? "docker", [...engineWords(engine), "wait", container], {
    stdio: "ignore",
    detached: true,
  });
  child.once("error", onEnd);
  child.once("exit", () => {
    onEnd();
    void runDocker(engine, ["rm", "-f", "-v", container]);
  });
  child.unref();
}

/** Removes what processes of ours left behind that no longer live. */
export async function removeLeftContainers(
  engine: DockerEngine,
  isAlive: (owner: string) => boolean,
): Promise<readonly string[]> {
  const listed = await runDocker(engine, [
    "ps",
    "-a",
    "--filter",
    `label=${LABEL}`,
    "--format",
    `{{.ID}} {{.Label "${LABEL}"}}`,
  ]);
  const left = listed.output
    .split("\n")
    .map((line) => line.trim().split(" "))
    .flatMap(([id = "", owner = ""]) => (id !== "" && !isAlive(owner) ? [id] : []));
  if (left.length > 0) await runDocker(engine, ["rm", "-f", "-v", ...left]);
  return left;
}

async function start(options: DockerOptions, temporary: string): Promise<Outcome<string>> {
  const { image, network, workspace, user, owner } = options;
  const made = await runDocker(options, [
    "run",
    "--detach",
    "--init",
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
    "while :; do sleep 3600; done",
  ]);
  if (made.exitCode === 0) return value(made.output.trim().split("\n").at(-1) ?? "");
  return unavailable(made.errors.trim() || `docker ended with exit code ${made.exitCode}`);
}

function exec(engine: DockerEngine, container: string, script: string): RemoteChannel {
  const child = spawn(
    engine.program ?? "docker",
    [...engineWords(engine), "exec", "-i", container, "/bin/sh", "-c", script],
    { stdio: ["pipe", "pipe", "pipe"], detached: true },
  );
  const { stdin, stdout, stderr } = child;
  const ended = new Promise<ProgramEnd>((resolve) => {
    child.once("error", (error) =>
      resolve({ exitCode: null, lost: `docker cannot be run: ${error.message}` }),
    );
    child.once("exit", (exitCode, signal) =>
      resolve(signal === null ? { exitCode } : { exitCode: null, lost: `docker was ended by ${signal}` }),
    );
  });
  stdin.on("error", () => undefined);
  const output = byteSource(stdout);
  const errors = byteSource(stderr);
  return {
    output,
    errors,
    ended,
    write: (bytes) => writeTo(stdin, bytes),
    endInput: () => void stdin.end(),
    release: () => {
      output.release();
      errors.release();
      stdin.destroy();
      child.unref();
    },
  };
}

function unavailable(reason: string): Outcome<never> {
  return fail("backend_unavailable", `docker: ${reason}`, {
    hint: "start the engine, or change workspace.backend.",
  });
}
