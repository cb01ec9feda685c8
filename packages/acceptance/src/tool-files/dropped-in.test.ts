// Prevents: a tool file that a person drops into a folder being lost, built first, run before it is trusted or after it
// was changed, or taking the rest down with it.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callMessage, startLineClient } from "../clients/line-client.ts";
import { makePlaces, type Places } from "../command/places.ts";
import { toolSource } from "./tool-source.ts";

/** A project that says CommonJS, with tools of its own. */
function project(tools: Readonly<Record<string, string>>): Places {
  const places = makePlaces();
  places.write("work/package.json", '{"name":"project","type":"commonjs"}');
  for (const [name, source] of Object.entries(tools)) places.write(`work/.wield/tools/${name}`, source);
  return places;
}

interface ToolsView {
  readonly active: readonly { readonly name: string; readonly origin: string }[];
}

async function activeNames(places: Places): Promise<readonly string[]> {
  const { out } = await places.run(["tools", "--json"]);
  return (JSON.parse(out) as ToolsView).active.map(({ name }) => name);
}

test("a trusted file of a CommonJS project is a tool for the command and for clients, without a build", async () => {
  await using places = project({ "hello.ts": toolSource("hello", 'return ok("hello " + how);') });
  expect(await activeNames(places)).not.toContain("hello");
  const untrusted = await places.run(["call", "hello", "how=x"]);
  expect(untrusted).toMatchObject({ code: 2, out: "" });
  expect(untrusted.err).toContain("is waiting for trust, and nothing of it is used: tools/hello.ts");
  expect(await places.run(["trust", "--yes"])).toMatchObject({ code: 0 });
  expect(await activeNames(places)).toContain("hello");
  expect(await places.run(["call", "hello", "how=you"])).toMatchObject({
    code: 0,
    out: "hello you\n",
    err: "",
  });

  await using client = startLineClient({ home: places.home, cwd: places.workspace });
  await client.initialize();
  client.send({ jsonrpc: "2.0", id: 1, method: "tools/list" }, callMessage(2, "hello", { how: "client" }));
  expect(JSON.stringify(await client.answer(1))).toContain('"name":"hello"');
  expect(await client.answer(2)).toMatchObject({ result: { content: [{ text: "hello client" }] } });
});

test.for([
  ["the file itself", "tools/hello.ts"],
  ["a helper it imports", "tools/_helper.ts"],
  ["a new file", "tools/other.ts"],
  ["the configuration", "config.yaml"],
])(
  "after a change of %s trust is asked for again, and until then nothing of the folder runs",
  async ([, changed = ""]) => {
    await using places = project({
      "hello.ts": toolSource("hello", "return ok(word);", { head: 'import { word } from "./_helper.ts";' }),
      "_helper.ts": 'export const word: string = "first";',
    });
    expect(await places.run(["trust", "--yes"])).toMatchObject({ code: 0 });
    expect(await places.run(["call", "hello"])).toMatchObject({ code: 0, out: "first\n" });
    const source = changed.endsWith(".yaml") ? "tools: {}\n" : toolSource("hello", 'return ok("changed");');
    writeFileSync(join(places.workspace, ".wield", changed), source);
    const refused = await places.run(["call", "hello"]);
    expect(refused).toMatchObject({ code: 2, out: "" });
    expect(refused.err).toContain("waiting for trust");
    expect(await activeNames(places)).not.toContain("hello");
  },
);

const BROKEN: Readonly<Record<string, readonly [source: string, reason: RegExp]>> = {
  "syntax.ts": ["export default defineTool({ name: ", /SyntaxError/],
  "no-default.ts": ["export const x = 1;", /has no default export/],
  "throws.ts": ['throw new Error("boom");', /boom/],
  "throws-null.ts": ["throw null;", /threw null, which is no error/],
  "throws-text.ts": ['throw "boom";', /threw "boom"/],
  "exits.ts": ["process.exit(0);", /called process\.exit/],
  "enum.ts": ["enum A { B }\nexport default A;", /enum is not supported/],
  "missing.ts": ['import "not-a-package";', /Cannot find package 'not-a-package'/],
  "require.ts": ['const z = require("zod");', /require is not defined/],
  "bad-name.ts": [toolSource("Bad Name", 'return ok("x");'), /name must match/],
  "reserved.ts": [toolSource("mcp__x", 'return ok("x");'), /mcp__/],
  "plain.ts": ["export default { name: 'plain', run() {} };", /plain object/],
  "number.ts": ["export default 5;", /a number, not what defineTool returns/],
  "old.cts": ["export default 5;", /ends in \.cts/],
  "circle.ts": [
    'import { x } from "./_circle.ts";\nconst used = x;\nexport default used;',
    /before initialization/,
  ],
};

test("C-014: each file that gives no tool is named with its reason, and the good ones work", async () => {
  const sources = Object.entries(BROKEN).map(([name, [source]]) => [name, source] as const);
  await using places = project({
    ...Object.fromEntries(sources),
    "_circle.ts": 'import given from "./circle.ts";\nexport const x = given.name;',
    "good.ts": toolSource("good", 'return ok("fine");'),
    "one.ts": toolSource("one", "return ok(String(two()));", {
      head: 'import { two } from "./two.ts";\nexport const one = () => 1;',
    }),
    "two.ts": toolSource("two", "return ok(String(one()));", {
      head: 'import { one } from "./one.ts";\nexport const two = () => one() + 1;',
    }),
    "_private.ts": 'throw new Error("a private file was loaded");',
    ".hidden.ts": 'throw new Error("a hidden file was loaded");',
    "good.test.ts": 'throw new Error("a test was loaded");',
  });
  await places.run(["trust", "--yes"]);
  for (const command of [["tools"], ["doctor"]]) {
    const { out, err } = await places.run(command);
    const told = `${out}${err}`.replaceAll(/\s+/g, " ");
    for (const [name, [, reason]] of Object.entries(BROKEN)) {
      const at = told.indexOf(`tools/${name}:`);
      expect(at, `${command.join()} names ${name}`).toBeGreaterThan(0);
      expect(told.slice(at, at + 300)).toMatch(reason);
    }
    expect(told).not.toMatch(/was loaded|_circle\.ts:|_private/);
  }
  expect(await places.run(["call", "good"])).toMatchObject({ code: 0, out: "fine\n" });
  // Two that import each other are no fault.
  expect(await places.run(["call", "one"])).toMatchObject({ code: 0, out: "2\n" });
  expect(await places.run(["call", "two"])).toMatchObject({ code: 0, out: "1\n" });
  expect((await places.run(["doctor"])).code).toBe(1);
});

test("C-015: two tools of one name stop every command and both places are named", async () => {
  await using places = project({ "a.ts": toolSource("twin", 'return ok("a");') });
  await places.run(["trust", "--yes"]);
  places.write("home/tools/b.ts", toolSource("twin", 'return ok("b");'));
  for (const command of [["tools"], ["call", "twin"], ["call", "read_file", "path=package.json"]]) {
    const { code, out, err } = await places.run(command);
    expect({ command, code, out }).toEqual({ command, code: 2, out: "" });
    expect(err).toContain(join(places.home, "tools/b.ts"));
    expect(err).toContain(join(places.workspace, ".wield/tools/a.ts"));
  }
  await using client = startLineClient({ home: places.home, cwd: places.workspace });
  await client.initialize();
  client.send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const { error } = await client.answer(1);
  expect(JSON.stringify(error)).toMatch(/tools\/b\.ts.*tools\/a\.ts/);
  places.write("home/config.yaml", "tools:\n  replace: [twin]\n");
  expect(await places.run(["call", "twin"])).toMatchObject({ code: 0, out: "a\n" });
  expect((await activeNames(places)).filter((name) => name === "twin")).toHaveLength(1);
});
