import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

type Message = Readonly<Record<string, unknown>>;

export interface ServerProgram {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A client that costs next to nothing, so that what is measured is the server. */
export interface BenchClient extends AsyncDisposable {
  /** Milliseconds from the start of the process to the answer of the handshake. */
  readonly readyMs: number;
  /** Throws when the result is an error. */
  call(tool: string, input: object): Promise<void>;
  /** The largest resident memory of the server so far. */
  peakMb(): number;
  /** Ends it in the ordinary way: its input ends. Without this it is killed. */
  end(): Promise<void>;
}

export async function startServer({ args, env, cwd }: ServerProgram): Promise<BenchClient> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ["pipe", "pipe", "ignore"],
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, ...env },
  });
  const answers = answersOf(child);
  let id = 0;
  const request = async (method: string, params: object): Promise<Message> => {
    id += 1;
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return answers(id);
  };
  await request("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "bench", version: "1" },
  });
  const readyMs = performance.now() - startedAt;
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return {
    readyMs,
    async call(name, input) {
      const { result } = await request("tools/call", { name, arguments: input });
      if (typeof result !== "object" || result === null || ("isError" in result && result.isError === true))
        throw new Error(`${name} failed: ${JSON.stringify(result)}`);
    },
    peakMb: () => peakOf(child.pid ?? 0),
    async end() {
      child.stdin.end();
      await once(child, "exit");
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

interface Wanted {
  readonly give: (message: Message) => void;
  readonly fail: (error: Error) => void;
}

/** The answer under an id; anything else the server says is passed over. */
function answersOf(child: ChildProcess): (id: number) => Promise<Message> {
  let rest = "";
  const wanted = new Map<unknown, Wanted>();
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = JSON.parse(line) as Message;
      wanted.get(message["id"])?.give(message);
      wanted.delete(message["id"]);
    }
  });
  child.once("exit", () => wanted.forEach(({ fail }) => fail(new Error("the server ended"))));
  return (id) =>
    new Promise((give, fail) => {
      wanted.set(id, { give, fail });
    });
}

function peakOf(pid: number): number {
  const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(peak) / 1024;
}
