// Prevents: a shipped command that lacks what the sources have, loads all of itself for one call, or dies without a
// word on a Node that is too old.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeBench } from "./testing/run-command.ts";
import type { Bench } from "./testing/run-command.ts";

const BUILD = fileURLToPath(new URL("../../../scripts/build.ts", import.meta.url));

const MODULES = fileURLToPath(new URL("../../../node_modules", import.meta.url));

let root: string;
let main: string;
let bench: Bench;

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "wield-built-")));
  execFileSync(process.execPath, [BUILD, "--out", join(root, "dist")]);
  main = join(root, "dist/main.js");
  // As an installed package finds what it depends on.
  symlinkSync(MODULES, join(root, "node_modules"));
  bench = makeBench();
  bench.write("a.txt", "one\n");
  bench.write(
    "home/tools/hi.ts",
    `import { defineTool, ok } from "wield";
     import * as z from "zod";
     export default defineTool({ name: "hi", description: "Says hi to somebody.", input: z.strictObject({ name: z.string().describe("Whom to greet.") }), examples: [{ input: { name: "Ada" } }], mutates: false, run: ({ name }) => ok("hi " + name) });`,
  );
});

afterAll(() => {
  bench.remove();
  rmSync(root, { recursive: true });
});

function run(
  args: readonly string[],
  options: { readonly flags?: readonly string[]; readonly input?: string } = {},
) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...(options.flags ?? []), main, ...args], {
    cwd: bench.workspace,
    env: { PATH: process.env["PATH"], HOME: root, WIELD_HOME: bench.home },
    encoding: "utf8",
    input: options.input ?? "",
  });
  return { code: status, out: stdout, err: stderr };
}

function hashOf(folder: string): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
    if (/\.(m?js|json)$/.test(name)) hash.update(name).update(readFileSync(join(folder, name)));
  }
  return hash.digest("hex");
}

test("one call, a tool file, its check, and the MCP server work from the bundle", () => {
  expect(run(["--version"])).toMatchObject({ code: 0, err: "" });
  expect(run(["call", "read_file", "path=a.txt"])).toMatchObject({ code: 0, err: "" });
  expect(run(["call", "hi", "name=Ada"])).toEqual({ code: 0, out: "hi Ada\n", err: "" });
  expect(run(["call", "write_file", "path=b.txt", "content=x"])).toMatchObject({ code: 0, err: "" });
  expect(run(["undo", "--yes"])).toMatchObject({ code: 0, out: "b.txt: deleted\n" });
  const check = run(["tools", "check", "hi", "write_file"]);
  expect(check.out).toMatch(/^ok +hi /m);
  // Its examples write, which the check allows by standing in for some of Node's functions.
  expect(check.out).toMatch(/^ok +write_file /m);
  expect(check.code).toBe(0);
  const hello = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
  };
  const mcp = run(["mcp"], { input: `${JSON.stringify(hello)}\n` });
  expect(JSON.parse(mcp.out.split("\n")[0] ?? "")).toMatchObject({
    id: 1,
    result: { serverInfo: { name: "wield" } },
  });
}, 240_000);

test("a new tool of the bundle is green, and the types built with it are enough for a compiler", () => {
  expect(run(["tools", "new", "line_count"])).toMatchObject({ code: 0 });
  expect(run(["tools", "check", "line_count"])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^ok +line_count +examples$/m),
  });
  const folder = join(bench.home, "tools");
  const compiled = spawnSync(process.execPath, [join(MODULES, ".bin/tsc"), "-p", folder], {
    encoding: "utf8",
  });
  expect(compiled.stdout).toBe("");
  expect(readFileSync(join(folder, "tsconfig.json"), "utf8")).toContain(join(root, "dist/types/wield.d.ts"));
}, 240_000);

test("what is built is a package: wield and wield/agent are imported from it, with their types", () => {
  const folder = join(root, "program");
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(join(root, "dist"), join(folder, "node_modules/wield"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        module: "nodenext",
        target: "es2024",
        lib: ["esnext"],
        types: ["node"],
        typeRoots: [join(MODULES, "@types")],
        strict: true,
        skipLibCheck: true,
        noEmit: true,
      },
      files: ["program.ts"],
    }),
  );
  writeFileSync(
    join(folder, "program.ts"),
    `import { defineTool, ok } from "wield";
     import { createAgent, type CreateAgentOptions } from "wield/agent";
     import * as z from "zod";
     const greet = defineTool({ name: "greet", description: "Greets somebody.", mutates: false,
       input: z.strictObject({ name: z.string().describe("Whom.") }), run: ({ name }) => ok("Hello " + name) });
     const usage = { input: 1, output: 1, cached: 0 };
     const model: Exclude<CreateAgentOptions["model"], string> = {
       facts: { id: "my/model", provider: "my", contextWindow: 100_000, maxOutputTokens: 4_096, maxTools: 128, canSeeImages: false },
       async *stream({ messages }) {
         const last = messages.at(-1);
         const parts = last?.role === "result"
           ? [{ kind: "text" as const, text: last.text }]
           : [{ kind: "call" as const, callId: "c1", tool: "greet", rawInput: '{"name":"Ada"}' }];
         yield { kind: "answer", answer: { parts, finish: "stop", usage } };
       },
     };
     const made = await createAgent({ workspace: "here", home: "state", model, tools: [greet] });
     if (!made.ok) throw new Error(made.message);
     // @ts-expect-error a turn's end has no such field
     made.value.session.nothing;
     console.log((await made.value.send("go")).answer);
     await made.value.close();`,
  );
  mkdirSync(join(folder, "here"));
  const options = { cwd: folder, encoding: "utf8" } as const;
  expect(spawnSync(process.execPath, [join(MODULES, ".bin/tsc"), "-p", folder], options).stdout).toBe("");
  const ended = spawnSync(process.execPath, ["program.ts"], options);
  expect(ended).toMatchObject({ stdout: "Hello Ada\n", stderr: "" });
  expect(readdirSync(join(folder, "state"))).toContain("sessions");
  const types = readdirSync(join(root, "dist/types"), { recursive: true, encoding: "utf8" });
  const declared = types.filter((file) => file.endsWith(".d.ts")).map((file) => join("types", file));
  expect(declared).toContain("types/agent.d.ts");
  for (const file of [...declared, "lib/agent.mjs"])
    expect(readFileSync(join(root, "dist", file), "utf8"), file).not.toContain('"@wield/');
}, 240_000);

/** A text that stands in the code of each large library, and nowhere else. */
const MARKS = {
  mcp: "elicitation/create",
  yaml: "BLOCK_FOLDED",
  zod: "invalid_format",
  check: "maxSkipsPerRun",
  ink: "Raw mode is not supported on the stdin provided to Ink",
};

test("a command loads the large libraries it needs, and no others", () => {
  const list = join(root, "list.mjs");
  writeFileSync(
    list,
    `import { registerHooks } from "node:module";
     registerHooks({ load: (url, context, next) => { process.stderr.write("loaded " + url + "\\n"); return next(url, context); } });`,
  );
  const loaded = (args: readonly string[], home: string): readonly string[] => {
    const env = { PATH: process.env["PATH"], HOME: root, WIELD_HOME: home };
    const { stderr } = spawnSync(process.execPath, ["--import", list, main, ...args], {
      cwd: bench.workspace,
      env,
      encoding: "utf8",
      input: "",
    });
    return [...stderr.matchAll(/^loaded file:\/\/(.+)$/gm)].map(([, path]) => path ?? "");
  };
  const libraries = (args: readonly string[], home = join(root, "bare")): readonly string[] => {
    const code = loaded(args, home)
      .filter((path) => path.includes("/dist/lib/"))
      .map((path) => readFileSync(path, "utf8"));
    return Object.entries(MARKS).flatMap(([name, mark]) =>
      code.some((text) => text.includes(mark)) ? [name] : [],
    );
  };
  expect(loaded(["--version"], root).filter((path) => path.includes("/dist/"))).toEqual([main]);
  expect(libraries(["call", "read_file", "path=a.txt"])).toEqual([]);
  expect(libraries(["tools"])).toEqual([]);
  expect(libraries(["journal"])).toEqual([]);
  expect(libraries(["mcp"])).toContain("mcp");
  const lib = join(root, "dist/lib");
  expect(readdirSync(lib).some((name) => readFileSync(join(lib, name), "utf8").includes(MARKS.check))).toBe(
    true,
  );
  writeFileSync(join(bench.home, "config.yaml"), "tools:\n  toolset: default\n");
  expect(libraries(["call", "read_file", "path=a.txt"], bench.home)).toEqual(["yaml", "zod"]);
});

test("a Node that is too old gets one line that says what is needed, and exit code 2", () => {
  const old = join(root, "old.cjs");
  writeFileSync(
    old,
    `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "12.22.12" } });`,
  );
  for (const args of [[], ["--version"], ["call", "read_file", "path=a.txt"]]) {
    const ended = run(args, { flags: ["--require", old] });
    expect(ended).toMatchObject({ code: 2, out: "" });
    expect(ended.err).toMatch(/^wield needs Node 24 or newer; this is Node 12\.22\.12 \(\/.*\/node\)\n$/);
  }
  const entry = readFileSync(main, "utf8");
  expect(entry).not.toMatch(/\?\.|\?\?|\bnode:|^\s*(?:import|export)\s/m);
});

test("the same sources give the same bytes", () => {
  execFileSync(process.execPath, [BUILD, "--out", join(root, "again")]);
  expect(hashOf(join(root, "again"))).toBe(hashOf(join(root, "dist")));
});
