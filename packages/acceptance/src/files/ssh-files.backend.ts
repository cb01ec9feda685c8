// Prevents: file tools that behave otherwise on a server than on this machine, reach what is closed there, or change
// something that cannot be taken back.
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CallOutcome, type Json, renderOutcome, type ToolDefinition } from "@wield/core";
import {
  createRemoteFiles,
  createSystemSshPlace,
  type RemoteFilesDriver,
  type RemotePlace,
} from "@wield/host";
import { describeFilesDriver } from "@wield/host/files-suite";
import { createTestBench, type TestBench, type TestBenchOptions } from "@wield/testkit";
import { loadBuiltInTool } from "@wield/tools";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSshServer, type TestSshServer } from "../terminal/places/ssh-server.ts";
import { createOwnedBench, giveTo } from "./owned-bench.ts";

let server: TestSshServer;
let place: RemotePlace;
let driver: RemoteFilesDriver;
let tools: readonly ToolDefinition[];

const TOOLS = ["read_file", "write_file", "edit_file", "list_files", "glob", "grep"];

beforeAll(async () => {
  server = await startSshServer();
  place = createSystemSshPlace({ server: "test-server", env: process.env, configFile: server.configFile() });
  driver = createRemoteFiles(place);
  tools = (await Promise.all(TOOLS.map(loadBuiltInTool))).filter((tool) => tool !== undefined);
});

afterAll(async () => {
  driver.close();
  await place.close();
  await server.stop();
});

describeFilesDriver("files over ssh", async () => createOwnedBench(driver, server.user));

/** The tools through the pipeline, on a folder that belongs to the user of the server. */
async function openBench(options: Partial<TestBenchOptions> = {}): Promise<TestBench> {
  const bench = await createTestBench({ tools, ...options, wrapFiles: () => driver });
  giveTo(server.user, bench.root);
  return bench;
}

async function told(bench: TestBench, tool: string, input: Json): Promise<string> {
  return renderOutcome(await bench.call(tool, input));
}

const codeOf = (outcome: CallOutcome): string => (outcome.status === "ok" ? "ok" : outcome.code);

test("F-001, F-003: a read gives a header and the bytes, and says where to go on", async () => {
  await using bench = await openBench({
    files: { "a.txt": "one\r\ntwo\tx\n\0", "ten.txt": "l\n".repeat(10) },
  });
  expect(await told(bench, "read_file", { path: "a.txt" })).toBe(
    "a.txt — lines 1-3 of 3\n\none\r\ntwo\tx\n\0",
  );
  expect(await told(bench, "read_file", { path: "ten.txt", limit: 2 })).toContain(
    "… 8 more lines (use offset=3",
  );
});

test("F-014, F-015, F-023: what is not a file, not there or decorated is told with what helps", async () => {
  await using bench = await openBench({ files: { "docs/security.md": "x" } });
  expect(await told(bench, "read_file", { path: "docs" })).toContain("list_files");
  expect(await told(bench, "read_file", { path: "security.md" })).toContain("did you mean docs/security.md?");
  expect(await told(bench, "read_file", { path: "`docs/security.md`" })).toContain("carries decoration");
});

test("F-024, F-025, F-026: no path and no link leads out of the folder", async () => {
  await using bench = await openBench();
  const outside = mkdtempSync(join(tmpdir(), "wield-outside-"));
  writeFileSync(join(outside, "secret.txt"), "S3CRET needle\n");
  giveTo(server.user, outside);
  symlinkSync(outside, join(bench.root, "link"));
  symlinkSync(join(outside, "secret.txt"), join(bench.root, "leak"));
  symlinkSync(join(outside, "ghost.txt"), join(bench.root, "dangling"));
  for (const path of [join(outside, "secret.txt"), "link/secret.txt", "leak"]) {
    for (const [tool, input] of [
      ["read_file", { path }],
      ["write_file", { path, content: "x" }],
      ["edit_file", { path, old_string: "S3CRET", new_string: "x" }],
      ["grep", { path, pattern: "needle" }],
    ] as const) {
      const outcome = await bench.call(tool, input);
      expect(codeOf(outcome)).toBe("policy_denied");
      expect(renderOutcome(outcome)).not.toContain("S3CRET");
    }
  }
  expect(codeOf(await bench.call("write_file", { path: "dangling", content: "x" }))).toBe("policy_denied");
  expect(codeOf(await bench.call("list_files", { path: "link" }))).toBe("policy_denied");
  expect(await told(bench, "grep", { pattern: "needle" })).toContain("No matches");
  expect(await told(bench, "glob", { pattern: "**/*.txt" })).toContain("No files match");
  expect(readFileSync(join(outside, "secret.txt"), "utf8")).toBe("S3CRET needle\n");
  rmSync(outside, { recursive: true });
});

test("the floor holds: folders that become code, the configuration and the home of the product", async () => {
  await using bench = await openBench({
    files: { ".git/config": "[core]\n", ".wield/config.yaml": "a: 1\n" },
  });
  writeFileSync(join(bench.home, "vault"), "V4ULT\n");
  for (const path of [".git/config", ".wield/config.yaml", ".git/hooks/pre-commit", ".wield/tools/x.ts"]) {
    const outcome = await bench.call("write_file", { path, content: "x" });
    expect([path, codeOf(outcome)]).not.toContain("ok");
  }
  symlinkSync(bench.home, join(bench.root, "home"));
  for (const path of [join(bench.home, "vault"), "home/vault"]) {
    const outcome = await bench.call("read_file", { path });
    expect(codeOf(outcome)).toBe("policy_denied");
    expect(renderOutcome(outcome)).not.toContain("V4ULT");
  }
  expect(await bench.read(".git/config")).toBe("[core]\n");
  expect(await bench.read(".wield/config.yaml")).toBe("a: 1\n");
});

test("rules of paths hold at the place a file really is", async () => {
  await using bench = await openBench({
    files: { "closed/a.txt": "needle\n", "open.txt": "needle\n" },
    settings: { rules: [{ action: "deny", match: { path: "closed/**" } }] },
  });
  symlinkSync("closed", join(bench.root, "other"));
  for (const path of ["closed/a.txt", "other/a.txt"]) {
    expect(codeOf(await bench.call("read_file", { path }))).toBe("policy_denied");
    expect(codeOf(await bench.call("write_file", { path, content: "x" }))).toBe("policy_denied");
  }
  expect(await told(bench, "grep", { pattern: "needle" })).toMatch(
    /1 match\(es\) in 1 file\(s\)[^]*open\.txt/,
  );
  expect(await told(bench, "list_files", { recursive: true })).not.toContain("a.txt");
});

test("F-028, F-030, F-031: writes make parents, keep rights and links, and are kept for undo", async () => {
  await using bench = await openBench({ files: { "run.sh": "old\n" } });
  chmodSync(join(bench.root, "run.sh"), 0o750);
  symlinkSync("run.sh", join(bench.root, "ln"));
  expect(await told(bench, "write_file", { path: "d/e/f.txt", content: "hi" })).toBe(
    "Created d/e/f.txt (2 bytes, 1 lines)",
  );
  expect(await told(bench, "edit_file", { path: "ln", old_string: "old", new_string: "new" })).toContain(
    "Edited run.sh (1 replacement(s))",
  );
  expect(statSync(join(bench.root, "run.sh")).mode & 0o777).toBe(0o750);
  expect(await bench.read("ln")).toBe("new\n");
  const kept = await bench.undo.list(bench.root);
  const changes = kept.flatMap(({ callId, changes: made }) => made.map((change) => ({ callId, ...change })));
  expect(changes.map(({ display, existed }) => [display, existed])).toEqual([
    ["run.sh", true],
    ["d/e/f.txt", false],
  ]);
  const [edit] = changes;
  const before = await bench.undo.content(bench.root, edit?.callId ?? "", edit?.index ?? 0);
  expect(Buffer.from(before ?? []).toString()).toBe("old\n");
  expect(changes[1]?.madeParents).toEqual([join(bench.root, "d"), join(bench.root, "d/e")]);
});

test("F-034, F-037, F-040: a stale write, an anchor that occurs twice and an LF anchor in a CRLF file", async () => {
  await using bench = await openBench({ files: { "f.txt": "a\nb\na\n", "dos.txt": "one\r\ntwo\r\n" } });
  await bench.call("read_file", { path: "f.txt" });
  await bench.write("f.txt", "theirs a\na\n");
  giveTo(server.user, bench.root);
  expect(codeOf(await bench.call("write_file", { path: "f.txt", content: "mine" }))).toBe("stale");
  expect(await told(bench, "edit_file", { path: "f.txt", old_string: "a", new_string: "x" })).toContain(
    "times in f.txt",
  );
  await bench.call("read_file", { path: "dos.txt" });
  expect(
    await told(bench, "edit_file", { path: "dos.txt", old_string: "one\ntwo", new_string: "1\n2" }),
  ).toContain("translated");
  expect(await bench.read("dos.txt")).toBe("1\r\n2\r\n");
  expect(await bench.read("f.txt")).toBe("theirs a\na\n");
});

test("a file with a second name and a folder that takes nothing are written in place, and it is told", async () => {
  await using bench = await openBench({ files: { a: "old", "shut/f": "old" } });
  linkSync(join(bench.root, "a"), join(bench.root, "b"));
  giveTo(server.user, bench.root);
  expect(await told(bench, "write_file", { path: "a", content: "new" })).toContain(
    "was not written atomically",
  );
  expect(await bench.read("b")).toBe("new");
  const shut = join(bench.root, "shut");
  chmodSync(shut, 0o555);
  expect(await told(bench, "write_file", { path: "shut/f", content: "new" })).toContain(
    "its folder is not writable",
  );
  expect(await told(bench, "write_file", { path: "shut/new", content: "x" })).toContain("permission denied");
  expect(await bench.read("shut/f")).toBe("new");
  chmodSync(shut, 0o755);
});

test("what may not be read is told with the system's words, and the rest is searched", async () => {
  await using bench = await openBench({
    files: { "shut.txt": "needle\n", "open.txt": "needle\n", "dir/x": "" },
  });
  chmodSync(join(bench.root, "shut.txt"), 0);
  chmodSync(join(bench.root, "dir"), 0);
  expect(await told(bench, "read_file", { path: "shut.txt" })).toContain("permission denied");
  const found = await told(bench, "grep", { pattern: "needle" });
  expect(found).toContain("1 match(es) in 1 file(s)");
  expect(found).toMatch(
    /could not read 2 files and folders: dir\/ \(permission denied\), shut\.txt \(permission denied\)/,
  );
  expect(await told(bench, "list_files", { recursive: true })).toContain(
    "dir/ (cannot read: permission denied)",
  );
  chmodSync(join(bench.root, "dir"), 0o755);
});

test("a hostile pattern, a long line and a large file are bounded there too", async () => {
  await using bench = await openBench({
    files: { "long.txt": `${"a".repeat(600_000)}b\n`, "many.txt": "a\n".repeat(100_000) },
  });
  const started = performance.now();
  expect(await told(bench, "grep", { pattern: "(a|aa|a?)+$", path: "long.txt" })).toContain("long.txt");
  expect(await told(bench, "glob", { pattern: "*a*a*a*a*a*a*a*a*a*a*a*b" })).toContain("No files match");
  expect(await told(bench, "read_file", { path: "many.txt" })).toContain("more lines");
  expect(await told(bench, "read_file", { path: "long.txt" })).toContain("characters of line 1 cut");
  expect(performance.now() - started).toBeLessThan(60_000);
});

test("after a lost connection the next call works, and a list of many folders is whole", async () => {
  await using bench = await openBench();
  for (let index = 0; index < 300; index += 1) {
    mkdirSync(join(bench.root, `d${index % 40}/e${index}`), { recursive: true });
    writeFileSync(join(bench.root, `d${index % 40}/e${index}/f.ts`), "needle\n");
  }
  giveTo(server.user, bench.root);
  expect(await told(bench, "glob", { pattern: "**/*.ts", limit: 5 })).toContain("(300 in all)");
  server.dropConnections();
  expect(await told(bench, "grep", { pattern: "needle", output: "count", limit: 3 })).toContain(
    "300 match(es) in 300 file(s)",
  );
});

test("a connection that is lost in a write leaves the file as it was, and nothing beside it", async () => {
  await using bench = createOwnedBench(driver, server.user);
  await bench.put("a", "old");
  const saveUndo = () => {
    server.dropConnections();
    return { kept: true as const };
  };
  for (const path of ["a", "d/e/new"]) {
    expect(await bench.open({ saveUndo }).files.write(path, "new")).toMatchObject({
      code: "backend_unavailable",
      message: expect.stringContaining("the file is as it was"),
    });
  }
  expect(String(await bench.get("a"))).toBe("old");
  await expect.poll(() => bench.names(".")).toEqual(["a"]);
});
