// Prevents: a tool that is missing without a reason, a tool file that fails unseen, and a page that does not fit.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeBench } from "../testing/run-command.ts";
import type { Bench } from "../testing/run-command.ts";
import { openTerminal } from "../testing/terminal.ts";

let bench: Bench;

beforeAll(() => {
  bench = makeBench();
  bench.write(
    "home/tools/word_count.ts",
    `import { bounded, defineTool, Files, ok } from "wield";
     import * as z from "zod";
     export default defineTool({
       name: "word_count",
       description: "Count the words in a UTF-8 text file. Use it instead of reading a file only to count.",
       input: z.strictObject({
         path: z.string().describe("File, relative to the workspace."),
         limit: bounded(z.int().default(10).describe("How many words are counted."), { min: 1, max: 100, outside: "clamp" }),
         unit: z.enum(["words", "letters"]).optional().describe("What is counted."),
       }),
       output: z.strictObject({ words: z.int() }),
       mutates: false, needs: [Files], timeoutMs: 5000,
       codes: { too_long: "The file holds more than is counted." },
       examples: [{ input: { path: "notes.md" }, note: "Counts whitespace-separated words." }],
       guidance: "Say how many words there are.",
       async run({ path }, { files }) {
         const text = await files.readText(path);
         if (!text.ok) return text;
         const words = text.value.split(/\\s+/).filter(Boolean).length;
         return ok(words + " words", { words });
       },
     });`,
  );
  bench.write("home/tools/broken.ts", "export default {{;");
});

afterAll(() => bench.remove());

test("active tools with price and origin, inactive ones with the reason, failed files by name, in 80 columns", async () => {
  const { out, code } = await bench.run(["tools", "--toolset", "minimal"]);
  expect(code).toBe(0);
  expect(out).toMatch(/^toolset minimal \(from flag --toolset\): \d+ tools, \d+ tokens\n/);
  expect(out).toMatch(/\n {2}read_file +\d+ +Read /);
  expect(out).toMatch(/\n {2}write_file +it is not in the toolset "minimal"/);
  expect(out).toMatch(/\n {2}word_count +it is not in the toolset "minimal"/);
  expect(out).toContain(`${bench.home}/tools/broken.ts:`);
  expect(out).not.toContain("undo_changes");
  const lines = out.split("\n").filter((line) => !line.includes(bench.home));
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
});

test("a tool of one's own is active in the default toolset, with the file it came from", async () => {
  const { out } = await bench.run(["tools"]);
  expect(out).toMatch(/\n {2}word_count +\d+ +Count the words/);
  expect(out).toContain(`from ${bench.home}/tools/word_count.ts`);
  expect(out).toMatch(/\n {2}write_file {2,}\* +\d+/);
});

test("the same for programs, and prices alone", async () => {
  const view = JSON.parse((await bench.run(["tools", "--json"])).out) as {
    readonly tokens: number;
    readonly active: readonly { readonly name: string; readonly tokens: number }[];
    readonly failed: readonly string[];
  };
  expect(view.active.map(({ name }) => name)).toContain("word_count");
  expect(view.tokens).toBe(view.active.reduce((sum, { tokens }) => sum + tokens, 0));
  expect(view.failed).toHaveLength(1);
  const { out } = await bench.run(["tools", "--tokens"]);
  const prices = out
    .trim()
    .split("\n")
    .map((line) => Number.parseInt(line, 10));
  expect(prices.at(-1)).toBe(view.tokens);
  expect(prices.slice(0, -1)).toEqual(prices.slice(0, -1).toSorted((one, other) => other - one));
});

test("show gives the whole contract", async () => {
  const { out } = await bench.run(["tools", "show", "word_count"]);
  for (const text of [
    "word_count  only reports,",
    `from ${bench.home}/tools/word_count.ts`,
    "Count the words in a UTF-8 text file.",
    "path  string, required",
    "limit  integer, default 10, clamped to 1–100",
    "unit  words | letters",
    "How many words are counted.",
    `wield call word_count '{"path":"notes.md"}'`,
    "words  integer, required",
    "too_long",
    "5 s (from the tool)",
    "Say how many words there are.",
  ])
    expect(out).toContain(text);
  const json = JSON.parse((await bench.run(["tools", "show", "word_count", "--json"])).out) as object;
  expect(json).toMatchObject({
    name: "word_count",
    isActive: true,
    input: { required: ["path"] },
    codes: { too_long: "The file holds more than is counted." },
  });
});

test("an example that is shown can be run as it stands", async () => {
  bench.write("notes.md", "it's a b\n");
  const { out } = await bench.run(["tools", "show", "word_count"]);
  const line = out.split("\n").find((candidate) => candidate.includes("wield call word_count")) ?? "";
  const json = /'(\{.*\})'/.exec(line)?.[1] ?? "";
  expect(await bench.run(["call", "word_count", json])).toMatchObject({ code: 0, out: "3 words\n" });
});

test("an unknown tool is answered with the near names, and internal ones are unknown", async () => {
  const wrong = await bench.run(["tools", "show", "word_cnt"]);
  expect(wrong).toMatchObject({ code: 2, out: "" });
  expect(wrong.err).toContain("did you mean word_count?");
  expect(await bench.run(["tools", "show", "undo_changes"])).toMatchObject({ code: 2 });
});

test("colours only where a terminal shows them and NO_COLOR is not set", async () => {
  expect((await bench.run(["tools"])).out).not.toContain("\u001b");
  const coloured = openTerminal(bench, ["tools"]);
  await coloured.ended;
  expect(coloured.raw()).toContain("\u001b[1m");
  const plain = openTerminal(bench, ["tools"], { NO_COLOR: "1" });
  await plain.ended;
  expect(plain.raw()).not.toContain("\u001b[1m");
});

test("check proves a tool of one's own, names a liar, and tells a file that gives no tool", async () => {
  const good = await bench.run(["tools", "check", "word_count"]);
  expect(good.out).toMatch(/ok +word_count +contract/);
  expect(good.code).toBe(0);
  bench.write(
    "home/tools/liar.ts",
    `import { defineTool, ok } from "wield";
     import { writeFileSync } from "node:fs";
     import * as z from "zod";
     export default defineTool({
       name: "liar", description: "Says that it changes nothing.", input: z.strictObject({}), mutates: false,
       examples: [{ input: {} }],
       run: () => { try { writeFileSync("trace.txt", "x"); } catch {} return ok("nothing happened"); },
     });`,
  );
  const all = await bench.run(["tools", "check"]);
  expect(all.code).toBe(1);
  expect(all.out).toMatch(/FAIL +liar +honest/);
  expect(all.out).toMatch(/FAIL +broken\.ts +contract +tool file .*broken\.ts: SyntaxError/);
  expect(await bench.run(["tools", "check", "word_cunt"])).toMatchObject({ code: 2 });
}, 240_000);
