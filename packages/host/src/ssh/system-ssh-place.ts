import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { type BackendFacts, fail, type Outcome, type ProgramEnd, value } from "@wield/core";
import { byteSource } from "../processes/byte-source.ts";
import { childChannel } from "../processes/remote/child-channel.ts";
import type { RemoteChannel, RemotePlace } from "../processes/remote/remote-place.ts";
import { type ControlConnection, openControlConnection } from "./control-connection.ts";
import { loginCommand } from "./login-command.ts";
import { markedSource, untilStarted, withMark } from "./marked-source.ts";
import { readSshServer } from "./ssh-server.ts";
import { backendUnavailable, startsLate, unreachable } from "./ssh-trouble.ts";

export interface SystemSshOptions {
  /** `web`, `deploy@web` or `deploy@10.0.0.5:2222`; a name may be one of the person's ssh configuration. */
  readonly server: string;
  /** The environment of ssh itself. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: `ssh`. */
  readonly program?: string;
  /** In place of the person's own configuration of ssh. */
  readonly configFile?: string;
  /** For a program to begin once somebody is logged in. Default: 20 s. */
  readonly maxStartMs?: number;
  /** Told when a lost connection was opened anew. */
  readonly onReopened?: () => void;
}

/** Of a server that takes few programs on one connection. */
const MOST_ATTEMPTS = 4;

/** What ssh ends with when it is not the program that ended. */
const SSH_FAILED = 255;

/**
 * A server over the system's own `ssh`: the person's configuration, agent, jump hosts and known hosts count. It logs in
 * once, when the first program is started, and again when that was lost; nothing is ever asked. Where a server takes no
 * further program on a connection, another one is opened beside it.
 */
export function createSystemSshPlace(options: SystemSshOptions): RemotePlace {
  const { server: label, env, program = "ssh", configFile, maxStartMs } = options;
  const facts: BackendFacts = { kind: "ssh", label, sandbox: { kind: "none", network: "on" } };
  const open = new Set<ControlConnection>();
  /** Of this machine: each stands for a program there. */
  const clients = new Set<ChildProcess>();
  let current: Promise<Outcome<ControlConnection>> | undefined;
  let hadOne = false;
  const ending = new AbortController();

  const login = async (): Promise<Outcome<ControlConnection>> => {
    const server = readSshServer(label);
    if (server === undefined)
      return backendUnavailable({
        ...unreachable(label, "that is no name of a server"),
        hint: "write ssh.server as a name, user@host or user@host:port.",
      });
    const opened = await openControlConnection({
      program,
      env,
      server,
      label,
      signal: ending.signal,
      ...(configFile === undefined ? {} : { configFile }),
    });
    if (!opened.ok) return opened;
    if (hadOne && open.size === 0) options.onReopened?.();
    hadOne = true;
    open.add(opened.value);
    void opened.value.ended.then(() => open.delete(opened.value));
    if (ending.signal.aborted) await opened.value.close();
    return opened;
  };
  /** A connection other than the given one; whoever asks at the same time gets the same. */
  const another = (
    used: Promise<Outcome<ControlConnection>> | undefined,
  ): Promise<Outcome<ControlConnection>> => {
    if (current !== undefined && current !== used) return current;
    const made = login();
    current = made;
    void forgetAtEnd(made);
    return made;
  };
  const forgetAtEnd = async (made: Promise<Outcome<ControlConnection>>): Promise<void> => {
    const outcome = await made;
    if (outcome.ok) await outcome.value.ended;
    if (current === made) current = undefined;
  };

  return {
    facts,
    open: async (script) => {
      let used: Promise<Outcome<ControlConnection>> | undefined;
      for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
        used = attempt === 0 && current !== undefined ? current : another(used);
        const connection = await used;
        if (!connection.ok) return connection;
        const started = await startProgram(
          { program, env, maxStartMs, connection: connection.value, label, clients },
          script,
        );
        if (started === "late") return startsLate(label);
        if (started !== "refused") return value(started);
        // It was lost just now, or it takes no more programs.
      }
      return fail("backend_unavailable", `ssh: ${label} starts no program`, {
        hint: "look at the limits of the server (MaxSessions, processes of the user), or try again.",
      });
    },
    close: async () => {
      ending.abort();
      const connecting = current;
      current = undefined;
      await connecting;
      await Promise.all([...open].map((connection) => connection.close()));
      for (const client of clients) client.kill("SIGKILL");
    },
  };
}

/** Nothing but the connection that is there: the person's configuration was read when it was made. */
const OVER_CONNECTION = ["-F", "none", "-T"].concat(
  ["ControlMaster=no", "ProxyCommand=false", "BatchMode=yes", "LogLevel=QUIET", "EscapeChar=none"].flatMap(
    (setting) => ["-o", setting],
  ),
);

interface Start {
  readonly program: string;
  readonly env: SystemSshOptions["env"];
  readonly maxStartMs: number | undefined;
  readonly connection: ControlConnection;
  readonly label: string;
  readonly clients: Set<ChildProcess>;
}

type NotStarted = "refused" | "late";

async function startProgram(
  { program, env, connection, label, clients, maxStartMs }: Start,
  script: string,
): Promise<RemoteChannel | NotStarted> {
  const { mark, whole } = withMark(script);
  const child = spawn(
    program,
    [...OVER_CONNECTION, "-S", connection.socket, "--", "wield", loginCommand(whole)],
    { env, stdio: ["pipe", "pipe", "pipe"], detached: true },
  );
  clients.add(child);
  child.once("close", () => clients.delete(child));
  return channelOf(child, { mark, connection, label, maxStartMs });
}

async function channelOf(
  child: ChildProcessWithoutNullStreams,
  {
    mark,
    connection,
    label,
    maxStartMs,
  }: Pick<Start, "connection" | "label" | "maxStartMs"> & { readonly mark: string },
): Promise<RemoteChannel | NotStarted> {
  const output = markedSource(byteSource(child.stdout), mark);
  const errors = markedSource(byteSource(child.stderr), mark);
  const exited = new Promise<number | undefined>((resolve) => {
    child.once("error", () => resolve(undefined));
    child.once("exit", (code) => resolve(code ?? undefined));
  });
  // Read from the first moment on: what nobody listens to when a program ends is dropped by Node.
  void output.reachMark();
  const start = await untilStarted(errors, maxStartMs);
  if (start !== "started") {
    child.kill("SIGKILL");
    output.release();
    return start;
  }
  const ended = exited.then(async (exitCode): Promise<ProgramEnd> => {
    if (exitCode !== undefined && (exitCode !== SSH_FAILED || (await connection.isAlive())))
      return { exitCode };
    return { exitCode: null, lost: `${label} does not answer any more` };
  });
  return childChannel(child, { output, errors, ended });
}
