// Prevents: questions about calls of MCP clients and headless runs that nobody sees although a server of the home runs,
// and calls that wait for a person who is not there.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeBench } from "../testing/run-command.ts";
import type { Bench } from "../testing/run-command.ts";
import { runScripted, startScripted } from "../testing/scripted.ts";
import { openTerminal } from "../testing/terminal.ts";

let bench: Bench;

beforeEach(() => {
  bench = makeBench();
});
afterEach(() => bench.remove());

interface Served {
  readonly address: string;
  readonly session: string;
}

/** A client that shows no forms. */
async function connect(shown: string): Promise<Served> {
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(shown)?.[0] ?? "";
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "c", version: "1" } };
  const hello = await post({ address, session: "" }, { id: 1, method: "initialize", params });
  await hello.text();
  const served = { address, session: hello.headers.get("mcp-session-id") ?? "" };
  await post(served, { method: "notifications/initialized" });
  return served;
}

function post({ address, session }: Served, message: object): Promise<Response> {
  const token = readFileSync(join(bench.home, "server.token"), "utf8").trim();
  return fetch(`${address}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${token}`,
      ...(session === "" ? {} : { "mcp-session-id": session }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", ...message }),
  });
}

const WRITE = {
  id: 2,
  method: "tools/call",
  params: { name: "write_file", arguments: { path: "made.txt", content: "x" } },
};

test("what a client's call asks shows at the server's terminal, and another terminal answers it", async () => {
  const terminal = openTerminal(bench, ["serve", "--port", "0", "--approval-mode", "prompt"]);
  await terminal.shows("Ctrl-C ends");
  const served = await connect(terminal.shown());
  const answered = post(served, WRITE);
  await terminal.shows("write_file");
  await terminal.shows("wield deny apr_");
  const id = /wield approve (apr_\w+)/.exec(terminal.shown())?.[1] ?? "";
  expect(existsSync(join(bench.workspace, "made.txt"))).toBe(false);
  expect(await bench.run(["approve", id])).toMatchObject({ code: 0 });
  expect(await (await answered).text()).not.toContain('"isError":true');
  expect(readFileSync(join(bench.workspace, "made.txt"), "utf8")).toBe("x");
  terminal.type("\u0003");
  await terminal.ended;
});

test("a server that nobody sees lets no client wait, and shows what a headless run asks", async () => {
  const server = bench.start(["serve", "--port", "0", "--approval-mode", "prompt"]);
  let said = "";
  server.child.stdout?.on("data", (chunk) => (said += String(chunk)));
  await server.seen("Ctrl-C ends");
  const refused = await (await post(await connect(said), WRITE)).text();
  expect(refused).toContain("nobody can be asked");

  const run = startScripted(bench, ["run", "--approve", "prompt", "write b.txt"]);
  await server.seen(/wield deny apr_\w+/);
  const pending = await bench.run(["approvals", "--json"]);
  const [request] = JSON.parse(pending.out) as readonly { readonly id: string }[];
  expect(await bench.run(["approve", request?.id ?? ""])).toMatchObject({ code: 0 });
  expect(await run.ended).toMatchObject({ code: 0 });
  expect(existsSync(join(bench.workspace, "b.txt"))).toBe(true);
  server.child.kill("SIGTERM");
  await server.ended;
  // Without the server nobody is waited for.
  expect(await runScripted(bench, ["run", "--approve", "prompt", "write c.txt"])).toMatchObject({ code: 3 });
});
