import type { Client, ClientChannel, ConnectConfig } from "ssh2";
import { type BackendFacts, fail, type Outcome, type ProgramEnd, value } from "@wield/core";
import { byteSource } from "../processes/byte-source.ts";
import type { RemoteChannel, RemotePlace } from "../processes/remote/remote-place.ts";
import { writeTo } from "../processes/write-to.ts";
import { loginCommand } from "./login-command.ts";
import { markedSource, untilStarted, withMark } from "./marked-source.ts";
import { backendUnavailable, readSshTrouble, refusedLogin, startsLate, unknownKey } from "./ssh-trouble.ts";

/** Time for a connection and its login. */
const READY_MS = 20_000;

/** Between signs of life; three that are not answered end the connection. */
const ALIVE_MS = 15_000;

export interface SshOptions {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** A private key in the form ssh-keygen writes. */
  readonly privateKey?: string;
  readonly password?: string;
  /** The socket of an agent that holds keys. */
  readonly agent?: string;
  /** Whether that is the server that is meant: its key as `SHA256:…`. A connection to another is refused. */
  readonly isKnownHost: (fingerprint: string) => boolean | Promise<boolean>;
  /** For people. */
  readonly label: string;
  /** Told when a lost connection was opened anew. */
  readonly onReopened?: () => void;
}

/**
 * A server: one connection, opened when the first program is started and again when it was lost. Where a server takes
 * no further program on it, another one is opened beside it.
 */
export function createSshPlace(options: SshOptions): RemotePlace {
  const facts: BackendFacts = {
    kind: "ssh",
    label: options.label,
    sandbox: { kind: "none", network: "on" },
  };
  const clients = new Set<Client>();
  let current: Promise<Outcome<Client>> | undefined;
  let hadOne = false;

  const connect = async (): Promise<Outcome<Client>> => {
    const opened = await openClient(options);
    if (!opened.ok) {
      current = undefined;
      return opened;
    }
    if (hadOne) options.onReopened?.();
    hadOne = true;
    const client = opened.value;
    clients.add(client);
    client.once("close", () => {
      clients.delete(client);
      current = undefined;
    });
    return opened;
  };

  return {
    facts,
    open: async (script) => {
      current ??= connect();
      const client = await current;
      if (!client.ok) return client;
      const first = await exec(client.value, script, options.label);
      if (first.ok) return first;
      // It was lost just now, or it takes no more programs.
      const isLost = !clients.has(client.value);
      current = isLost ? connect() : extra(options, clients);
      const other = await current;
      return other.ok ? exec(other.value, script, options.label) : other;
    },
    close: async () => {
      const open = [...clients];
      clients.clear();
      current = undefined;
      await Promise.all(
        open.map((client) => {
          const ended = new Promise<void>((resolve) => client.once("close", () => resolve()));
          client.end();
          return ended;
        }),
      );
    },
  };
}

async function extra(options: SshOptions, clients: Set<Client>): Promise<Outcome<Client>> {
  const opened = await openClient(options);
  if (opened.ok) {
    clients.add(opened.value);
    opened.value.once("close", () => clients.delete(opened.value));
  }
  return opened;
}

async function openClient(options: SshOptions): Promise<Outcome<Client>> {
  const { host, port, user, privateKey, password, agent, isKnownHost } = options;
  const { Client: SshClient } = (await import("ssh2")).default;
  const client = new SshClient();
  let refused: string | undefined;
  const config: ConnectConfig = {
    host,
    port,
    username: user,
    ...(privateKey === undefined ? {} : { privateKey }),
    ...(password === undefined ? {} : { password }),
    ...(agent === undefined ? {} : { agent }),
    readyTimeout: READY_MS,
    keepaliveInterval: ALIVE_MS,
    keepaliveCountMax: 3,
    hostVerifier: (key: Buffer, verify: (isKnown: boolean) => void) => {
      const check = async (): Promise<boolean> => {
        const fingerprint = await fingerprintOf(key);
        if (await isKnownHost(fingerprint)) return true;
        refused = fingerprint;
        return false;
      };
      void check().then(verify, () => verify(false));
    },
  };
  return new Promise((resolve) => {
    client.once("ready", () => {
      // Small messages must not wait for each other.
      client.setNoDelay(true);
      // Each program listens for its end.
      client.setMaxListeners(0);
      client.on("error", () => undefined);
      resolve(value(client));
    });
    client.once("error", (error) => {
      client.end();
      const { label } = options;
      if (refused !== undefined) resolve(backendUnavailable(unknownKey(label, refused)));
      else if (error.level === "client-authentication")
        resolve(backendUnavailable(refusedLogin(label, error.message)));
      else resolve(backendUnavailable(readSshTrouble(error.message, label)));
    });
    client.connect(config);
  });
}

async function fingerprintOf(key: Buffer): Promise<string> {
  const { createHash } = await import("node:crypto");
  return `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;
}

/** The server's own way of reading a command line is the login shell: it only has to start the one that reads ours. */
function exec(client: Client, script: string, label: string): Promise<Outcome<RemoteChannel>> {
  const { mark, whole } = withMark(script);
  const line = loginCommand(whole);
  return new Promise((resolve) => {
    try {
      client.exec(line, (error, channel) => {
        // It is listened to at once: its end may come with the same packet.
        resolve(
          error === undefined ? channelOf(client, channel, { mark, label }) : unavailable(error.message),
        );
      });
    } catch (error) {
      resolve(unavailable(error instanceof Error ? error.message : String(error)));
    }
  });
}

async function channelOf(
  client: Client,
  channel: ClientChannel,
  { mark, label }: { readonly mark: string; readonly label: string },
): Promise<Outcome<RemoteChannel>> {
  const output = markedSource(byteSource(channel), mark);
  const errors = markedSource(byteSource(channel.stderr), mark);
  let isExited = false;
  const ended = new Promise<ProgramEnd>((resolve) => {
    channel.once("exit", (code: number | null, signal?: string) => {
      isExited = true;
      resolve(code === null ? { exitCode: null, signal: `SIG${signal ?? "KILL"}` } : { exitCode: code });
    });
    const lost = (): void => {
      if (!isExited) resolve({ exitCode: null, lost: `${label} does not answer any more` });
    };
    channel.once("close", lost);
    client.once("close", lost);
    channel.once("close", () => client.off("close", lost));
  });
  channel.on("error", () => undefined);
  void output.reachMark();
  const start = await untilStarted(errors);
  if (start === "late") {
    channel.close();
    return startsLate(label);
  }
  if (start === "refused") {
    output.release();
    return unavailable(
      `${label} starts no program${errors.before === "" ? "" : `: ${errors.before.trim()}`}`,
    );
  }
  return value({
    output,
    errors,
    ended,
    write: (bytes) => writeTo(channel, bytes),
    endInput: () => void channel.end(),
    release: () => {
      output.release();
      errors.release();
    },
  });
}

function unavailable(reason: string): Outcome<never> {
  return fail("backend_unavailable", `ssh: ${reason}`, {
    hint: "look whether the server answers, or change workspace.backend.",
  });
}
