// Prevents: a client's configuration that names a command which the client cannot find.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeBench, type Bench } from "../testing/run-command.ts";

let bench: Bench;

beforeEach(() => {
  bench = makeBench();
});

afterEach(() => bench.remove());

test("without a command wield on the PATH it is said that the client cannot start it; nothing else changes", async () => {
  const program = bench.write("bin/wield", "#!/bin/sh\n");
  chmodSync(program, 0o755);
  const without = await bench.run(["mcp", "install", "cursor", "--yes"], { env: { PATH: "/nowhere" } });
  expect(without).toMatchObject({ code: 0, err: expect.stringContaining("no command wield on your PATH") });
  const written = readFileSync(join(bench.workspace, ".cursor/mcp.json"), "utf8");
  expect(written).toContain('"command": "wield"');
  const found = await bench.run(["mcp", "install", "claude-code"], { env: { PATH: dirname(program) } });
  expect(found).toMatchObject({ code: 3, err: expect.not.stringContaining("PATH") });
});

test("a file that is no text, or no file, is left as it is", async () => {
  const bytes = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]);
  mkdirSync(join(bench.workspace, ".cursor"));
  writeFileSync(join(bench.workspace, ".cursor/mcp.json"), bytes);
  const ran = await bench.run(["mcp", "install", "cursor", "--yes"]);
  expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("not UTF-8") });
  expect(readFileSync(join(bench.workspace, ".cursor/mcp.json"))).toEqual(bytes);
  mkdirSync(join(bench.workspace, ".mcp.json"));
  const folder = await bench.run(["mcp", "install", "claude-code", "--yes"]);
  expect(folder).toMatchObject({ code: 1, err: expect.stringContaining("cannot be read") });
});

test("what would be waited for without end, or is too large to be looked through, is left as it is", async () => {
  execFileSync("mkfifo", [join(bench.workspace, ".mcp.json")]);
  const pipe = await bench.run(["mcp", "install", "claude-code", "--yes"]);
  expect(pipe).toMatchObject({ code: 1, err: expect.stringContaining("not a regular file") });
  mkdirSync(join(bench.workspace, ".cursor"));
  const large = join(bench.workspace, ".cursor/mcp.json");
  writeFileSync(large, JSON.stringify({ said: '"'.repeat(8_000_000), mcpServers: {} }));
  const ran = await bench.run(["mcp", "install", "cursor", "--yes"]);
  expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("larger than 2 MB") });
});

test("a link that leads nowhere stays a link", async () => {
  mkdirSync(join(bench.workspace, ".cursor"));
  const link = join(bench.workspace, ".cursor/mcp.json");
  symlinkSync("../not-mounted/mcp.json", link);
  const ran = await bench.run(["mcp", "install", "cursor", "--yes"]);
  expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("link to nothing") });
  expect(readlinkSync(link)).toBe("../not-mounted/mcp.json");
});
