import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FailedResult, type Outcome, value } from "@wield/core";
import { makeOwnerMark } from "../processes/guard/owner-mark.ts";
import { leftFolders } from "../processes/guard/sweep-left.ts";
import { loginCommand } from "./login-command.ts";
import type { SshServer } from "./ssh-server.ts";
import { backendUnavailable, readSshTrouble, unreachable } from "./ssh-trouble.ts";

/** Time for a connection and its login, whatever it waits for. */
const READY_MS = 20_000;
/**
 * Of the folder for temporary files. Systems take some 100 characters for a socket; our own names take 66, and ssh puts
 * 17 more to the name while it makes it.
 */
const MOST_FOLDER_CHARACTERS = 16;
const ENDING_MS = 2000;
const READY = "wield-connected";
const PREFIX = "wield-ssh-";

export interface ControlOptions {
  readonly program: string;
  /** The whole environment of ssh: where its agent is, and what the person's own configuration may use. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly server: SshServer;
  /** As a person wrote it. */
  readonly label: string;
  readonly configFile?: string;
  /** Ends a login that is not done. */
  readonly signal: AbortSignal;
}

/** A login that programs are started over, without another one. */
export interface ControlConnection {
  /** Where the system's ssh finds it. */
  readonly socket: string;
  /** Settles when it is gone, whoever ended it. */
  readonly ended: Promise<void>;
  /** Asks its process: whether it was lost may show a little later by itself. */
  isAlive(): Promise<boolean>;
  close(): Promise<void>;
}

/** Logs in with the person's own ssh, which asks nobody anything. Fails with `backend_unavailable`. */
export async function openControlConnection(options: ControlOptions): Promise<Outcome<ControlConnection>> {
  const folder = makeFolder();
  const socket = join(folder, "s");
  const master = start(options, socket, "ERROR");
  const outcome = await untilReady(master, options.signal);
  if (outcome === "ready") return value(connectionOf(master, { folder, socket }));
  remove(folder);
  return failureOf(options, outcome);
}

/** Ends by itself when we are gone: its input is a pipe from us. */
const WAIT_SCRIPT = `printf '%s\\n' ${READY}; while read -r line; do :; done`;

function start(
  { program, env, server, configFile }: ControlOptions,
  socket: string,
  level: string,
): ChildProcess {
  const settings = {
    BatchMode: "yes",
    ConnectTimeout: String(READY_MS / 1000),
    ControlMaster: "yes",
    ControlPath: socket,
    ControlPersist: "no",
    ServerAliveInterval: "15",
    ServerAliveCountMax: "3",
    // Commands of a model get neither the person's keys nor ports of this machine.
    ForwardAgent: "no",
    ForwardX11: "no",
    ClearAllForwardings: "yes",
    PermitLocalCommand: "no",
    RemoteCommand: "none",
    RequestTTY: "no",
    EscapeChar: "none",
    LogLevel: level,
  };
  return spawn(
    program,
    [
      ...(configFile === undefined ? [] : ["-F", configFile]),
      ...Object.entries(settings).flatMap(([name, text]) => ["-o", `${name}=${text}`]),
      ...(server.port === undefined ? [] : ["-p", String(server.port)]),
      "--",
      server.destination,
      loginCommand(WAIT_SCRIPT),
    ],
    // A session of its own: there is no terminal it could ask on, and no Ctrl+C that ends it.
    {
      env: { ...env, SSH_ASKPASS: "", SSH_ASKPASS_REQUIRE: "never" },
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    },
  );
}

type Trouble = { readonly said: string } | { readonly cannotRun: string } | "late";

function untilReady(master: ChildProcess, signal: AbortSignal): Promise<"ready" | Trouble> {
  return new Promise((resolve) => {
    const stop = (): void => void master.kill("SIGKILL");
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    let said = "";
    let answered = "";
    const timer = setTimeout(() => {
      resolve("late");
      master.kill("SIGKILL");
    }, READY_MS);
    const settle = (outcome: "ready" | Trouble): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve(outcome);
    };
    master.stdin?.on("error", () => undefined);
    master.stderr?.on("data", (chunk: Buffer) => {
      if (said.length < 100_000) said += chunk.toString();
    });
    master.stdout?.on("data", (chunk: Buffer) => {
      answered = `${answered}${chunk.toString()}`.slice(-10_000);
      if (answered.includes(READY)) settle("ready");
    });
    master.once("error", (error) => settle({ cannotRun: error.message }));
    // An account without a shell says so on standard output.
    master.once("close", () => settle({ said: `${said}\n${answered}` }));
  });
}

function connectionOf(
  master: ChildProcess,
  { folder, socket }: { readonly folder: string; readonly socket: string },
): ControlConnection {
  const cleanUp = (): void => {
    process.off("exit", onExit);
    remove(folder);
  };
  const onExit = (): void => {
    master.kill("SIGTERM");
    remove(folder);
  };
  process.once("exit", onExit);
  const ended = new Promise<void>((resolve) => {
    master.once("exit", () => {
      cleanUp();
      resolve();
    });
  });
  // A connection that nobody uses keeps no process alive.
  master.unref();
  for (const stream of [master.stdin, master.stdout, master.stderr]) unref(stream);
  return {
    socket,
    ended,
    isAlive: () => answers(socket),
    close: async () => {
      master.ref();
      master.stdin?.end();
      master.kill("SIGTERM");
      const timer = setTimeout(() => master.kill("SIGKILL"), ENDING_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** The first failure tells too little of a key that is not known: a second attempt asks for its name. */
async function failureOf(options: ControlOptions, trouble: Trouble): Promise<FailedResult> {
  const { label } = options;
  if (trouble === "late")
    return backendUnavailable(unreachable(label, `timed out: no login within ${READY_MS / 1000} s`));
  if ("cannotRun" in trouble)
    return backendUnavailable({
      ...unreachable(label, `${options.program} cannot be run: ${trouble.cannotRun}`),
      hint: "install the ssh client of this system.",
    });
  const read = readSshTrouble(trouble.said, label);
  if (read.cause !== "host_key_unknown" || options.signal.aborted) return backendUnavailable(read);
  const folder = makeFolder();
  const again = start(options, join(folder, "s"), "DEBUG1");
  const outcome = await untilReady(again, options.signal);
  again.kill("SIGKILL");
  remove(folder);
  const said = typeof outcome === "object" && "said" in outcome ? outcome.said : "";
  const named = readSshTrouble(said, label);
  return backendUnavailable(named.cause === "host_key_unknown" ? named : read);
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket);
    probe.once("connect", () => {
      probe.destroy();
      resolve(true);
    });
    probe.once("error", () => resolve(false));
  });
}

/** Named after its owner: that of a process that was killed goes with the next one that is made. */
function makeFolder(): string {
  const usual = tmpdir();
  const above = usual.length > MOST_FOLDER_CHARACTERS ? "/tmp" : usual;
  const left = leftFolders(readdirSync(above)).filter((name) => name.startsWith(PREFIX));
  for (const name of left) removeIfOurs(join(above, name));
  return mkdtempSync(join(above, `${PREFIX}${makeOwnerMark()}.`));
}

function removeIfOurs(folder: string): void {
  try {
    remove(folder);
  } catch {
    // Another user's.
  }
}

function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function unref(stream: unknown): void {
  if (
    typeof stream === "object" &&
    stream !== null &&
    "unref" in stream &&
    typeof stream.unref === "function"
  )
    stream.unref();
}
