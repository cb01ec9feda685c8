import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { FixtureOptions } from "./fixture-options.ts";

const SERVER = fileURLToPath(new URL("./serve-fixture.ts", import.meta.url));

export type Message = Readonly<Record<string, unknown>>;

/** A client that writes whatever bytes it is told to. */
export interface RawClient extends AsyncDisposable {
  readonly child: ChildProcess;
  /** The server's standard input. */
  readonly input: Writable;
  send(...lines: (object | string)[]): void;
  /** Resolves with the next message that fits, those that came before included. Rejects when the server ends first. */
  next(fits: (message: Message) => boolean): Promise<Message>;
  answer(id: number | string | null): Promise<Message>;
  /** All lines of standard output so far. */
  readonly lines: readonly string[];
  stderr(): string;
  /** The handshake of an older revision. */
  initialize(): Promise<void>;
  /** Resolves with the exit code once the server's process has ended. */
  readonly exited: Promise<number | null>;
}

export interface RawOptions {
  /** Starts it through a shell that stays in between, with an input that does not end when the shell does. */
  readonly isBehindShell?: boolean;
}

export function startRaw(server: FixtureOptions, options: RawOptions = {}): RawClient {
  const args = [SERVER, JSON.stringify(server)];
  const { child, input } =
    options.isBehindShell === true ? startBehindShell(args) : startDirectly(process.execPath, args);
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let rest = "";
  let errors = "";
  let hasEnded = false;
  const wake = (): void => waiting.forEach((look) => look());

  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    const parts = `${rest}${chunk}`.split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    wake();
  });
  child.stdout?.on("close", () => {
    hasEnded = true;
    wake();
  });
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    errors += chunk;
  });
  // The server may be gone before the last line reaches it.
  input.on("error", () => {});
  const exited = once(child, "exit").then(([code]) => code as number | null);

  const next: RawClient["next"] = (fits) =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = lines.flatMap(messagesOf).find(fits);
        if (found === undefined && !hasEnded) return;
        waiting.delete(look);
        if (found === undefined) reject(new Error(`the server ended first: ${errors}`));
        else resolve(found);
      };
      waiting.add(look);
      look();
    });
  const send: RawClient["send"] = (...sent) => {
    for (const line of sent) input.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
  };

  return {
    child,
    input,
    send,
    next,
    answer: (id) => next((message) => message["id"] === id && message["method"] === undefined),
    lines,
    stderr: () => errors,
    async initialize() {
      send({
        jsonrpc: "2.0",
        id: "hello",
        method: "initialize",
        params: {
          protocolVersion: "2025-06-18",
          capabilities: {},
          clientInfo: { name: "raw", version: "1" },
        },
      });
      await next((message) => message["id"] === "hello");
      send({ jsonrpc: "2.0", method: "notifications/initialized" });
    },
    exited,
    async [Symbol.asyncDispose]() {
      input.end();
      child.kill("SIGKILL");
      await exited;
    },
  };
}

interface Started {
  readonly child: ChildProcess;
  readonly input: Writable;
}

function startDirectly(program: string, args: readonly string[]): Started {
  const child = spawn(program, args, { stdio: "pipe" });
  return { child, input: child.stdin };
}

/** The pipe is held by a program of its own: one that this process held would be closed together with the shell. */
function startBehindShell(args: readonly string[]): Started {
  const holder = spawn("cat", { stdio: ["pipe", "pipe", "ignore"] });
  const child = spawn("sh", ["-c", '"$0" "$@"; exit $?', process.execPath, ...args], {
    stdio: [holder.stdout, "pipe", "pipe"],
  });
  holder.stdout.destroy();
  return { child, input: holder.stdin };
}

export function call(id: number | string, name: string, input: unknown = {}): Message {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: input } };
}

function messagesOf(line: string): Message[] {
  const value = JSON.parse(line) as Message | Message[];
  return Array.isArray(value) ? value : [value];
}
