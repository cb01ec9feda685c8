// Prevents: a dropped-in tool file that gets its own copy of the library, is read as CommonJS, is silently absent, or
// takes the others down with it.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isToolDefinition } from "@wield/core";
import { expect, test } from "vitest";
import { temporaryPlaces } from "../testing/temporary-places.ts";
import { loadToolFiles } from "./load-tool-files.ts";

const CHILD = fileURLToPath(new URL("../testing/load-tools-child.ts", import.meta.url));

const toolSource = (name: string, body = "ok('hi')") => `
import { defineTool, ok } from "wield";
import { z } from "zod";
export default defineTool({
  name: "${name}",
  description: "Says hi to whoever asks.",
  input: z.strictObject({ who: z.string().describe("Whom to greet.").optional() }),
  mutates: false,
  run: () => ${body},
});
`;

/** A tools folder below a package.json that says CommonJS. */
function toolsFolder(files: Readonly<Record<string, string>>): string {
  const places = temporaryPlaces();
  places.write("package.json", '{"type":"commonjs"}');
  for (const [name, content] of Object.entries(files)) places.write(`tools/${name}`, content);
  mkdirSync(join(places.root, "tools"), { recursive: true });
  return join(places.root, "tools");
}

const load = (folder: string, limitMs?: number) => loadToolFiles({ folder, source: "person" }, limitMs);

/** Reasons by file name. */
async function reasons(folder: string, limitMs?: number): Promise<Record<string, string>> {
  const { problems } = await load(folder, limitMs);
  return Object.fromEntries(
    problems.map((problem) => {
      const [, path = "", reason = ""] = /^tool file (.*?): (.*)$/s.exec(problem) ?? [];
      return [basename(path), reason];
    }),
  );
}

test("C-029: a file below a CommonJS package.json is an ES module and gets the running wield and zod", async () => {
  const folder = toolsFolder({
    "hi.ts": `${toolSource("hi")}\nconst typed: number = 1; void typed;`,
    "plain.js": toolSource("plain"),
    "typed.mts": toolSource("typed"),
    "modern.mjs": toolSource("modern"),
  });
  const { tools, problems } = await load(folder);
  expect(problems).toEqual([]);
  expect(tools.map(({ tool }) => tool.name)).toEqual(["hi", "modern", "plain", "typed"]);
  expect(tools.every(({ tool }) => isToolDefinition(tool))).toBe(true);
  expect(tools[0]?.origin).toBe(join(folder, "hi.ts"));
});

test("C-029: the hooks work in a process of its own, outside any test runner", () => {
  const folder = toolsFolder({ "hi.ts": toolSource("hi"), "broken.ts": "export default {{;" });
  const answer: unknown = JSON.parse(execFileSync(process.execPath, [CHILD, folder], { encoding: "utf8" }));
  expect(answer).toEqual({
    tools: [{ name: "hi", origin: join(folder, "hi.ts") }],
    problems: [expect.stringMatching(/^tool file .*broken\.ts: SyntaxError: .* \(line 1\)$/)],
  });
});

test("an import that never ends does not end the process, and is told", () => {
  const folder = toolsFolder({
    "never.ts": "await new Promise(() => {});\nexport default 1;",
    "hi.ts": toolSource("hi"),
  });
  const answer: unknown = JSON.parse(
    execFileSync(process.execPath, [CHILD, folder, "300"], { encoding: "utf8" }),
  );
  expect(answer).toMatchObject({
    tools: [{ name: "hi" }],
    problems: [expect.stringMatching(/never\.ts: its import did not end within 0\.3 s$/)],
  });
});

test("C-014: every file that gives no tool is named with its reason, and the others load", async () => {
  const folder = toolsFolder({
    "broken.ts": "\nexport default {{;",
    "broken.js": "const a = 1;\nconst a = 2;",
    "half.ts": "export const x = 1;",
    "named.ts": toolSource("named").replace("export default", "export const tool ="),
    "throws.ts": "\n\nthrow new TypeError('no luck');",
    "throws-text.ts": "throw 'text';",
    "missing.ts": "import 'not-installed-anywhere';\nexport default 1;",
    "no-helper.ts": "import './gone.ts';\nexport default 1;",
    "wrong-name.ts": "import { defineTol } from 'wield';\nexport default defineTol({});",
    "bad-field.ts": toolSource("bad-name"),
    "plain-object.ts": "export default { name: 'x', description: 'y', run() {} };",
    "list.ts": "export default [];",
    "nothing.ts": "export default null;",
    "text.ts": "export default 'hi';",
    "two.ts": `${toolSource("one")}\nexport const other = ${toolSource("two").split("export default ")[1]}`,
    "enum.ts": `enum Kind { A }\n${toolSource("enumerated")}`,
    "empty.ts": "",
    "good.ts": toolSource("good"),
    "old.cjs": "module.exports = {};",
  });
  const told = await reasons(folder);
  expect(told).toEqual({
    "broken.ts": expect.stringMatching(/^SyntaxError: .*\(line 2\)$/),
    "broken.js": "SyntaxError: Identifier 'a' has already been declared",
    "half.ts": "has no default export: export default defineTool({ … })",
    "named.ts": "has no default export: its tool must be the default export",
    "throws.ts": "TypeError: no luck (line 3)",
    "throws-text.ts": 'threw "text", which is no error',
    "missing.ts": expect.stringContaining("Cannot find package 'not-installed-anywhere'"),
    "no-helper.ts": expect.stringContaining("Cannot find module"),
    "wrong-name.ts": expect.stringContaining("does not provide an export named 'defineTol'"),
    "bad-field.ts": expect.stringMatching(/^TypeError: tool "bad-name": name must match .* \(line \d+\)$/),
    "plain-object.ts": "its default export is a plain object; hand it to defineTool",
    "list.ts": "its default export is a list, not what defineTool returns",
    "nothing.ts": "its default export is null, not what defineTool returns",
    "text.ts": "its default export is a string, not what defineTool returns",
    "two.ts": "defines 2 tools (one, two); one file defines one tool",
    "enum.ts": expect.stringContaining("enum"),
    "empty.ts": "has no default export: export default defineTool({ … })",
    "old.cjs": "ends in .cjs; a tool file ends in .ts, .mts, .js, .mjs",
  });
  expect((await load(folder)).tools.map(({ tool }) => tool.name)).toEqual(["good"]);
});

test("one level of folders is looked into; helpers, tests and declarations are no tools", async () => {
  const folder = toolsFolder({
    "top.ts": toolSource("top"),
    "group/inner.ts": `import { word } from "./_word.ts";\nimport { shared } from "../_shared.ts";\n${toolSource("inner", "ok(word + shared)")}`,
    "group/_word.ts": "export const word: string = 'w';",
    "_shared.ts": "import { z } from 'zod';\nexport const shared = typeof z.string;",
    "group/deep/deeper.ts": toolSource("deeper"),
    "top.test.ts": "throw new Error('a test was imported');",
    ".hidden.ts": "throw new Error('a hidden file was imported');",
    ".hidden/x.ts": "throw new Error('a hidden folder was imported');",
    "_private/x.ts": "throw new Error('a private folder was imported');",
    "node_modules/dep/index.js": "throw new Error('a dependency was imported');",
    "types.d.ts": "export declare const x: number;",
    "notes.md": "# notes",
    "tsconfig.json": "{}",
  });
  const { tools, problems } = await load(folder);
  expect(problems).toEqual([]);
  expect(tools.map(({ tool }) => tool.name)).toEqual(["inner", "top"]);
});

test("a helper with a fault is named as the place of it", async () => {
  const folder = toolsFolder({ "a.ts": "import './_b.ts';\nexport default 1;", "_b.ts": "\nconst x = ;" });
  expect((await reasons(folder))["a.ts"]).toMatch(/_b\.ts, line 2\)$/);
});

test("packages beside a tool are found from the tool, and keep their own zod", async () => {
  const folder = toolsFolder({
    "uses.ts": `import { word } from "dep";\n${toolSource("uses_it", "ok(word)")}\nif (word !== "own zod") throw new Error(word);`,
    "node_modules/dep/package.json": '{"name":"dep","type":"module","exports":"./index.js"}',
    "node_modules/dep/index.js": "import { word } from 'zod'; export { word };",
    "node_modules/zod/package.json": '{"name":"zod","type":"module","exports":"./index.js"}',
    "node_modules/zod/index.js": "export const word = 'own zod';",
  });
  expect(await reasons(folder)).toEqual({});
});

test("no folder, and an empty one, are no fault; a file in its place is told", async () => {
  const folder = toolsFolder({});
  expect(await load(join(folder, "none"))).toEqual({ source: "person", tools: [], problems: [] });
  expect(await load(folder)).toMatchObject({ tools: [], problems: [] });
  writeFileSync(join(folder, "file"), "");
  expect(await reasons(join(folder, "file"))).toEqual({ file: "cannot be listed: ENOTDIR" });
});

test("a person's tool may be a link; a broken link and a pipe are told and not waited for", async () => {
  const folder = toolsFolder({});
  const elsewhere = temporaryPlaces();
  elsewhere.write("_helper.ts", "import { ok } from 'wield';\nexport const answer = ok;");
  symlinkSync(
    elsewhere.write(
      "linked.ts",
      `import { answer } from "./_helper.ts";\n${toolSource("linked", "answer('x')")}`,
    ),
    join(folder, "linked.ts"),
  );
  symlinkSync(join(folder, "gone.ts"), join(folder, "broken-link.ts"));
  execFileSync("mkfifo", [join(folder, "pipe.ts")]);
  expect((await load(folder)).tools.map(({ tool }) => tool.name)).toEqual(["linked"]);
  expect(await reasons(folder)).toEqual({
    "broken-link.ts": "is a link that leads nowhere",
    "pipe.ts": "is not a regular file",
  });
});

test("of a trusted folder exactly the trusted bytes are run, helpers too, and no link is followed", async () => {
  const folder = toolsFolder({
    "same.ts": toolSource("same"),
    "changed.ts": "throw new Error('the changed file was run');",
    "uses.ts": `import "./_helper.ts";\n${toolSource("uses")}`,
    "_helper.ts": "throw new Error('the changed helper was run');",
  });
  symlinkSync(join(folder, "same.ts"), join(folder, "link.ts"));
  const digest = (text: string) => createHash("sha256").update(text).digest("hex");
  const trusted = new Map([
    [join(folder, "same.ts"), digest(readFileSync(join(folder, "same.ts"), "utf8"))],
    [join(folder, "uses.ts"), digest(readFileSync(join(folder, "uses.ts"), "utf8"))],
    [join(folder, "changed.ts"), digest("before")],
    [join(folder, "_helper.ts"), digest("before")],
  ]);
  const { tools, problems } = await loadToolFiles({ folder, source: "workspace", trusted });
  expect(tools.map(({ tool }) => tool.name)).toEqual(["same"]);
  expect(problems.map((problem) => problem.replace(`${folder}/`, "").slice(0, 60))).toEqual([
    expect.stringMatching(/^tool file changed\.ts: .*/),
    "tool file link.ts: is a link, which is not followed here",
    expect.stringMatching(/^tool file uses\.ts: .*/),
  ]);
  expect(problems[0]).toContain("is not what was trusted");
  expect(problems[2]).toContain("_helper.ts is not what was trusted");
});

test("C-014: a file that ends the process is reported, by itself and by a helper, and ends nothing", async () => {
  const folder = toolsFolder({
    "ends.ts": "process.exit(7);",
    "asks.ts": `import { end } from "./_end.ts";\nawait end();\n${toolSource("asks")}`,
    "_end.ts": "export const end = async () => { await null; process.exit(); };",
    "good.ts": toolSource("good"),
  });
  const { tools } = await load(folder);
  expect(tools.map(({ tool }) => tool.name)).toEqual(["good"]);
  expect(await reasons(folder)).toEqual({
    "asks.ts": expect.stringMatching(/^it called process\.exit\(\), which would end all of Wield/),
    "ends.ts": "it called process.exit(7), which would end all of Wield (line 1)",
  });
});
