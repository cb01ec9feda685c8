// Prevents: servers fetched by npx, uvx and the like that cannot start in the sandbox, and a cache through which one
// server runs code of its own in another, or outside.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { temporaryPlaces } from "../testing/temporary-places.ts";
import { callTool, testRuntimes } from "../testing/test-runtimes.ts";
import { removeCaches } from "./server-caches.ts";

const { open, closeAll } = testRuntimes();

afterEach(closeAll);

/** Fetches its server into the cache first, as npx does, and then runs it from there. */
const FETCHER = `
const { mkdirSync, writeFileSync, existsSync } = require("node:fs");
const { join } = require("node:path");
const cache = join(process.env.npm_config_cache || join(process.env.HOME, ".npm"), "_npx");
const server = join(cache, "server.cjs");
const wasThere = existsSync(server);
mkdirSync(cache, { recursive: true });
if (!wasThere) writeFileSync(server, process.argv[2]);
process.argv[3] = JSON.stringify({ wasThere, cache });
require(server);
`;

const SERVER = `
const { existsSync, readdirSync } = require("node:fs");
const facts = process.argv[3];
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const results = {
    initialize: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "f", version: "1" } },
    "tools/list": { tools: [{ name: "facts", inputSchema: { type: "object", properties: { look: { type: "string" } } } }] },
    "tools/call": { content: [{ type: "text", text: JSON.stringify({ ...JSON.parse(facts), sees: existsSync(params?.arguments?.look ?? "/") }) }] },
  };
  const answer = results[method] === undefined ? { error: { code: -32601, message: "unknown" } } : { result: results[method] };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
});
`;

function places() {
  const made = temporaryPlaces();
  const fetcher = join(made.workspace, "fetch.cjs");
  writeFileSync(fetcher, FETCHER);
  mkdirSync(join(made.root, ".npm"));
  const server = { command: process.execPath, args: [fetcher, SERVER] };
  made.write(
    "home/config.yaml",
    JSON.stringify({
      sandbox: { kind: "bubblewrap" },
      // A checkout below the temporary folder is hidden otherwise, and with it the program that runs this.
      files: { read_roots: [dirname(process.execPath)] },
      tools: { approval_mode: "auto", enabled: ["mcp__*"] },
      mcp: {
        servers: {
          first: server,
          second: { ...server, args: [...server.args, "other"] },
          own: { ...server, env: { npm_config_cache: join(made.workspace, "chosen") } },
        },
      },
    }),
  );
  return made;
}

async function factsOf(runtime: Awaited<ReturnType<typeof open>>, server: string, look = "/") {
  const outcome = await callTool(runtime, `mcp__${server}__facts`, { input: { look } });
  const text = outcome.status === "ok" ? outcome.text : JSON.stringify(outcome);
  const found = /\{.*\}/.exec(text)?.[0] ?? text;
  return JSON.parse(found) as { wasThere: boolean; cache: string; sees: boolean };
}

test("a server that is fetched before it runs starts in the sandbox, keeps its cache, and sees no other's", async () => {
  const made = places();
  const runtime = await open(made);
  await runtime.mcp.start(20_000);
  expect(runtime.mcp.status().map(({ state, reason }) => reason ?? state)).toEqual([
    "connected",
    "connected",
    "connected",
  ]);
  const caches = join(made.home, "mcp", "caches");
  const first = await factsOf(runtime, "first");
  const second = await factsOf(runtime, "second", first.cache);
  expect(first.cache.startsWith(join(caches, "first-"))).toBe(true);
  expect(second.cache.startsWith(join(caches, "second-"))).toBe(true);
  expect(second.sees).toBe(false);
  expect((await factsOf(runtime, "own")).cache).toBe(join(made.workspace, "chosen", "_npx"));
  expect(readdirSync(join(made.root, ".npm"))).toEqual([]);
  expect(readFileSync(join(first.cache, "server.cjs"), "utf8")).toBe(SERVER);
  // What commands run is not let at it either.
  const seen = await callTool(runtime, "terminal", { input: { command: `ls ${first.cache}` } });
  expect(JSON.stringify(seen)).not.toContain("server.cjs");

  const next = await open(made);
  await next.mcp.start(20_000);
  expect(await factsOf(next, "first")).toMatchObject({ wasThere: true });
  removeCaches(made.home, "first");
  expect(existsSync(first.cache)).toBe(false);
  expect(existsSync(second.cache)).toBe(true);
  removeCaches(join(made.home, "none"), "first");
});
