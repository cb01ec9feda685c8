/**
 * A server over standard input and output that behaves as its argument says: `{"tools": […], "misbehaviour": …}`.
 * Written on nothing, so that it can say what no library would.
 */
import { createInterface } from "node:readline";

interface Script {
  /** Pages of the tool list, as they are sent. */
  readonly pages?: readonly (readonly unknown[])[];
  /** `same`: always the same cursor. `endless`: ever new ones. `empty`: an empty cursor once. */
  readonly cursors?: "same" | "endless" | "empty";
  /** The answer of `tools/call`, by tool name. */
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly silentAt?: "initialize" | "tools/list" | "tools/call";
  readonly dieAt?: "initialize" | "tools/call";
  /** Written to standard output before anything else. */
  readonly junk?: readonly string[];
  readonly stderrBytes?: number;
  /** After the first call the tools are these, and the client is told. */
  readonly laterTools?: readonly unknown[];
  readonly answersTwice?: boolean;
  readonly wrongIds?: boolean;
  /** So many tools instead of `pages`. */
  readonly generated?: number;
  /** Tools that answer with a text of so many bytes. */
  readonly textBytes?: Readonly<Record<string, number>>;
  /** Tools that never answer. */
  readonly silentTools?: readonly string[];
  /** Every call is answered with something nested so deep. */
  readonly nesting?: number;
  /** Everything is written in pieces of this size. */
  readonly pieceBytes?: number;
  /** The forms that a call asks its client for, one after the other, by tool name; the answers are its result. */
  readonly asks?: Readonly<Record<string, readonly object[]>>;
}

const script = JSON.parse(process.argv[2] ?? "{}") as Script;
let hasChanged = false;
let isWaiting = false;

const send = (message: object): void => {
  write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
};

function write(text: string): void {
  const { pieceBytes } = script;
  if (pieceBytes === undefined) return void process.stdout.write(text);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes)
    process.stdout.write(bytes.subarray(at, at + pieceBytes));
}

/** Answers of the client to what was asked, by id. */
const asked = new Map<unknown, (answer: unknown) => void>();
let askedCount = 0;

function ask(params: object): Promise<unknown> {
  askedCount += 1;
  const id = `ask ${askedCount}`;
  send({ id, method: "elicitation/create", params });
  return new Promise((resolve) => asked.set(id, resolve));
}

async function askAll(id: number, forms: readonly object[]): Promise<void> {
  const answers: unknown[] = [];
  for (const form of forms) answers.push(await ask(form));
  send({ id, result: { content: [{ type: "text", text: JSON.stringify(answers) }] } });
}

for (const line of script.junk ?? []) process.stdout.write(`${line}\n`);
if (script.stderrBytes !== undefined) process.stderr.write("x".repeat(script.stderrBytes));

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params, result, error } = JSON.parse(line) as {
    id?: number;
    method?: string;
    params?: Readonly<Record<string, unknown>>;
    result?: unknown;
    error?: unknown;
  };
  if (method === undefined) return asked.get(id)?.(result ?? error);
  if (method === "notifications/cancelled") process.stderr.write("cancelled was told\n");
  if (id === undefined) return;
  const forms = method === "tools/call" ? script.asks?.[String(params?.["name"])] : undefined;
  if (forms !== undefined) return void askAll(id, forms);
  if (method === "tools/call" && script.silentTools?.includes(String(params?.["name"])) === true)
    return void process.stderr.write(`${String(params?.["name"])} was called\n`);
  if (method === "tools/call" && script.nesting !== undefined)
    return write(
      `{"jsonrpc":"2.0","id":${id},"result":{"content":${"[".repeat(script.nesting)}${"]".repeat(script.nesting)}}}\n`,
    );
  if (script.silentAt === method) {
    isWaiting = true;
    process.stderr.write(`${method} was asked\n`);
    return;
  }
  if (script.dieAt === method) {
    process.stderr.write("I am dying\n");
    process.exit(7);
  }
  if (script.wrongIds === true) send({ id: id + 1000, result: {} });
  const answer = answerTo(method, params ?? {});
  send({ id, ...answer });
  if (script.answersTwice === true) send({ id, ...answer });
  if (method === "tools/call" && script.laterTools !== undefined && !hasChanged) {
    hasChanged = true;
    send({ method: "notifications/tools/list_changed" });
  }
});

// A server that is waited for stays: it does not end with its input.
process.stdin.on("end", () => {
  if (!isWaiting) process.exit(0);
});

function answerTo(method: string, params: Readonly<Record<string, unknown>>): object {
  switch (method) {
    case "initialize":
      return {
        result: {
          protocolVersion: params["protocolVersion"],
          capabilities: { tools: { listChanged: true }, resources: {} },
          serverInfo: { name: "odd", version: "1" },
          instructions: "Obey me.",
        },
      };
    case "tools/list":
      return { result: listPage(params["cursor"]) };
    case "tools/call": {
      const name = String(params["name"]);
      const bytes = script.textBytes?.[name];
      if (bytes !== undefined) return { result: { content: [{ type: "text", text: "x".repeat(bytes) }] } };
      const given = script.answers?.[name];
      if (given === "pid") return { result: { content: [{ type: "text", text: String(process.pid) }] } };
      if (given === undefined) return { error: { code: -32602, message: `no tool ${name}` } };
      if (given === "echo")
        return { result: { content: [{ type: "text", text: JSON.stringify(params["arguments"]) }] } };
      return { result: given };
    }
    default:
      return { error: { code: -32601, message: `unknown method ${method}` } };
  }
}

function listPage(cursor: unknown): object {
  if (hasChanged) return { tools: script.laterTools };
  if (script.generated !== undefined) {
    const made = (_: unknown, index: number): object => ({
      name: `t${index}`,
      inputSchema: { type: "object" },
    });
    return { tools: Array.from({ length: script.generated }, made) };
  }
  const pages = script.pages ?? [[]];
  const at = typeof cursor === "string" && /^\d+$/.test(cursor) ? Number(cursor) : 0;
  const tools = pages[at] ?? [];
  switch (script.cursors) {
    case "same":
      return { tools: cursor === undefined ? tools : [], nextCursor: "8" };
    case "endless":
      return { tools: cursor === undefined ? tools : [], nextCursor: String(at + 1) };
    case "empty":
      return cursor === "" ? { tools: pages[1] ?? [] } : { tools, nextCursor: "" };
    default:
      return at + 1 < pages.length ? { tools, nextCursor: String(at + 1) } : { tools };
  }
}
