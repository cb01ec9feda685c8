// Prevents: the common way to start a server, npx, failing in the sandbox since the caches of a person are read-only there.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePlaces } from "../command/places.ts";

const SERVER = `#!/usr/bin/env node
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const results = {
    initialize: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "tiny", version: "1" } },
    "tools/list": { tools: [{ name: "where", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: __filename }] },
  };
  const answer = results[method] === undefined ? { error: { code: -32601, message: "unknown" } } : { result: results[method] };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
});
`;

test("a server started by npx is added, tested, called and removed, without leaving the sandbox", async () => {
  await using places = makePlaces();
  places.write(
    "work/tiny/package.json",
    JSON.stringify({ name: "tiny", version: "1.0.0", bin: "server.cjs" }),
  );
  places.write("work/tiny/server.cjs", SERVER);
  writeFileSync(
    join(places.home, "config.yaml"),
    "sandbox: {kind: bubblewrap}\ntools: {approval_mode: auto}\n",
  );
  const packed = execFileSync("npm", ["pack", "--silent", "--offline"], {
    cwd: join(places.workspace, "tiny"),
    encoding: "utf8",
  }).trim();
  const file = `file:${join(places.workspace, "tiny", packed)}`;
  const words = ["npx", "-y", "--offline", `--package=${file}`, "tiny"];
  expect(await places.run(["mcp", "add", "tiny", "--", ...words])).toMatchObject({ code: 0 });
  const tested = await places.run(["mcp", "test", "tiny"]);
  expect(tested).toMatchObject({ code: 0, out: expect.stringContaining("mcp__tiny__where") });
  const called = await places.run(["call", "mcp__tiny__where"]);
  expect(called.out).toContain(join(places.home, "mcp", "caches", "tiny-"));
  expect(await places.run(["mcp", "remove", "tiny"])).toMatchObject({ code: 0 });
});
