import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { wieldCommand } from "../command.ts";
import { type HttpLoadEnd, loadOverHttp } from "../http-clients.ts";
import type { Measurement } from "../measurement.ts";
import { median } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const ROUNDS = 5;
const CLIENTS = 50;
const CALLS = 2000;

const REFERENCE = fileURLToPath(new URL("../http-reference.program.ts", import.meta.url));

/** Small calls over HTTP from many clients at once, beside a bare server of the protocol's library. */
export const mcpHttp: Measurement = {
  name: "mcp-http",
  async run() {
    await using folder = await temporaryFolder();
    await folder.write("a.txt", "hi\n");
    const env = { ...process.env, WIELD_HOME: folder.home };
    await using wield = await start([wieldCommand(), "serve", "--port", "0"], { cwd: folder.workspace, env });
    await using reference = await start([REFERENCE, folder.workspace], { cwd: folder.workspace, env });
    const token = readFileSync(join(folder.home, "server.token"), "utf8").trim();
    const load = { clients: CLIENTS, calls: CALLS, tool: "read_file", input: { path: "a.txt" } };
    const ours = (): Promise<HttpLoadEnd> => loadOverHttp({ ...load, url: wield.url, token });
    const theirs = (): Promise<HttpLoadEnd> => loadOverHttp({ ...load, url: reference.url });
    await ours();
    await theirs();
    const settledMb = wield.memoryMb();
    const [mine, others]: [HttpLoadEnd[], HttpLoadEnd[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      mine.push(await ours());
      others.push(await theirs());
    }
    const of = (ends: readonly HttpLoadEnd[], figure: keyof HttpLoadEnd): number =>
      median(ends.map((end) => end[figure]));
    return [
      {
        what: `calls over HTTP, ${CLIENTS} clients`,
        value: of(mine, "callsPerSecond"),
        unit: "calls/s",
        reference: { what: "bare library", value: of(others, "callsPerSecond") },
        goal: { atLeast: 2000, of: "value" },
      },
      {
        what: `slowest hundredth over HTTP, ${CLIENTS} clients`,
        value: of(mine, "p99Ms"),
        unit: "ms",
        reference: { what: "ms bare library", value: of(others, "p99Ms") },
        goal: { atMost: 60, of: "value" },
      },
      {
        what: `memory after ${ROUNDS * CALLS} more calls over HTTP`,
        value: wield.memoryMb(),
        unit: "MB",
        reference: { what: "MB before them", value: settledMb },
      },
    ];
  },
};

interface HttpProgram extends AsyncDisposable {
  readonly url: URL;
  memoryMb(): number;
}

async function start(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<HttpProgram> {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "pipe", "ignore"] });
  return {
    url: new URL(await addressOf(child)),
    memoryMb: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let out = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      out += chunk;
      const address = /http:\/\/\S+/.exec(out)?.[0];
      if (address !== undefined && out.includes("\n")) resolve(address);
    });
    child.once("exit", (code) => reject(new Error(`it ended with ${code} before it served: ${out}`)));
  });
}
