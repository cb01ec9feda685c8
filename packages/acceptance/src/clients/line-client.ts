import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { startWield, type CommandOptions } from "../command/wield.ts";

export type Message = Readonly<Record<string, unknown>>;

/** `wield mcp` and whoever writes lines to it, whatever these are. */
export interface LineClient extends AsyncDisposable {
  readonly child: ChildProcess;
  send(...lines: readonly (object | string | Uint8Array)[]): void;
  /** Resolves with the answer to this request. Rejects when the server ends first. */
  answer(id: number | string): Promise<Message>;
  initialize(): Promise<void>;
  /** Lines of standard output that are no message of the protocol. */
  readonly strayLines: readonly string[];
  stderr(): string;
  /** Resolves with the exit code. */
  readonly exited: Promise<number | null>;
}

export function startLineClient(options: CommandOptions, args: readonly string[] = []): LineClient {
  const child = startWield(["mcp", ...args], options);
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) throw new Error("the streams are pipes");
  const messages = new Map<unknown, Message>();
  const strayLines: string[] = [];
  let rest = "";
  let err = "";
  let isOver = false;
  const waiting = new Set<() => void>();
  const wake = (): void => waiting.forEach((look) => look());
  stdout.setEncoding("utf8").on("data", (text: string) => {
    const lines = `${rest}${text}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = messageOf(line);
      if (message === undefined) strayLines.push(line);
      else if (message["method"] === undefined) messages.set(message["id"], message);
    }
    wake();
  });
  stdout.on("close", () => {
    isOver = true;
    wake();
  });
  stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  stdin.on("error", () => undefined);
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const send: LineClient["send"] = (...sent) => {
    for (const line of sent) {
      if (line instanceof Uint8Array) stdin.write(line);
      else stdin.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
    }
  };
  const answer: LineClient["answer"] = (id) =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = messages.get(id);
        if (found === undefined && !isOver) return;
        waiting.delete(look);
        if (found === undefined) reject(new Error(`the server ended without an answer to ${id}: ${err}`));
        else resolve(found);
      };
      waiting.add(look);
      look();
    });

  return {
    child,
    send,
    answer,
    async initialize() {
      send({
        jsonrpc: "2.0",
        id: "hello",
        method: "initialize",
        params: {
          protocolVersion: "2025-06-18",
          capabilities: {},
          clientInfo: { name: "lines", version: "1" },
        },
      });
      await answer("hello");
      send({ jsonrpc: "2.0", method: "notifications/initialized" });
    },
    strayLines,
    stderr: () => err,
    exited,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

export function callMessage(id: number | string, name: string, input: object): Message {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: input } };
}

function messageOf(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    const isMessage =
      typeof value === "object" && value !== null && "jsonrpc" in value && value.jsonrpc === "2.0";
    return isMessage ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}
