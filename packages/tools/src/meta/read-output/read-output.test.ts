// Prevents: a cut result whose rest cannot be read, is read twice, or loses where it came from.
import { defineTool, ok } from "@wield/core";
import type { Json } from "@wield/core";
import { createTestBench } from "@wield/testkit";
import type { TestBench } from "@wield/testkit";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import { failureOf, okOf } from "../../testing/outcome-fixture.ts";
import { pageOf } from "./page.ts";
import readOutput from "./read-output.tool.ts";

/** A tool whose text is what the call says, so that any result can be stored. */
const say = defineTool({
  name: "say",
  description: "Answer with the text of the call.",
  input: z.strictObject({ text: z.string().describe("What to answer.") }),
  mutates: false,
  run: ({ text }) => ok(text),
});

/** The same, of text that came from a host. */
const fetchText = defineTool({
  name: "fetch_text",
  description: "Answer with text from a host.",
  input: z.strictObject({ text: z.string().describe("What to answer.") }),
  mutates: false,
  effects: () => [{ kind: "connect", host: "example.org", port: 443 }],
  run: ({ text }) => ok(text),
});

function makeBench(maxOutputChars = 3000): Promise<TestBench> {
  return createTestBench({ tools: [say, fetchText, readOutput], settings: { maxOutputChars } });
}

/** Stores a text and gives its locator. */
async function store(bench: TestBench, text: string, tool = "say"): Promise<string> {
  const { outputRef } = await bench.call(tool, { text });
  if (outputRef === undefined) throw new Error("nothing was stored");
  return outputRef;
}

interface Shown {
  readonly content: string;
  readonly last: number;
  readonly total: number;
}

async function page(bench: TestBench, input: { readonly [name: string]: Json }): Promise<Shown> {
  const outcome = okOf(await bench.call("read_output", input));
  const { last, total } = outcome.data as { last: number; total: number };
  const body = outcome.text.slice(outcome.text.indexOf("\n\n") + 2);
  const trailer = body.lastIndexOf("… ");
  const isLast = last + 1 === total;
  return { content: isLast ? body : body.slice(0, trailer), last, total };
}

async function wholeOf(bench: TestBench, output: string, limit = 10_000): Promise<string> {
  let text = "";
  for (;;) {
    const before = text.length;
    const { content, last, total } = await page(bench, { output, offset: text.length, limit });
    // A line break that the tool put in front of its own line is not the text's.
    text += content.slice(0, last + 1 - before);
    if (last + 1 === total) return text;
  }
}

test("L-002: the whole of a cut result can be read later, each page ending at a line border", async () => {
  await using bench = await makeBench();
  const text = Array.from({ length: 400 }, (_, index) => `line ${index} ${"x".repeat(index % 90)}\n`).join(
    "",
  );
  const output = await store(bench, text);
  expect(await wholeOf(bench, output)).toBe(text);
  const first = await page(bench, { output });
  expect(first.content.endsWith("\n")).toBe(true);
});

test("L-002: the text of the example is shown with its place and what follows", async () => {
  await using bench = await makeBench(30_000);
  const output = await store(bench, "y".repeat(40_000));
  const outcome = okOf(await bench.call("read_output", { output, offset: 20_000 }));
  expect(outcome.text).toBe(
    `${output} — characters 20000-29999 of 40000\n\n${"y".repeat(10_000)}\n… 10000 more characters (use offset=30000 to continue)`,
  );
  expect(outcome.data).toMatchObject({ output, first: 20_000, last: 29_999, total: 40_000 });
  expect(outcome.data).toHaveProperty("source_call");
});

test("L-002: read_output is not offered before something was stored", async () => {
  await using bench = await makeBench();
  const outcome = failureOf(await bench.call("read_output", { output: "out_1" }));
  expect(["not_found", "unknown_output"]).toContain(outcome.code);
  expect(readOutput.available?.({ ...VIEW, hasStoredOutputs: false })).toContain("stored");
  expect(readOutput.available?.({ ...VIEW, hasStoredOutputs: true })).toBeUndefined();
});

const VIEW = {
  surface: "api",
  caller: "agent",
  platform: "linux",
  activeTools: [],
  workspaceName: "w",
  sessionId: "s",
} as const;

test("L-005: no page ever halves a character, and all pages together are the text", () => {
  const anyText = fc
    .array(fc.constantFrom("a", "😀", "\n", "bb", "é"), { minLength: 1, maxLength: 3000 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(
      anyText,
      fc.integer({ min: 1, max: 700 }),
      fc.integer({ min: 400, max: 900 }),
      (text, limit, max) => {
        let at = 0;
        while (at < text.length) {
          const shown = pageOf(text, { output: "out_1", offset: at, limit, maxCharacters: max });
          expect(shown.text.isWellFormed()).toBe(true);
          expect(shown.text.length).toBeLessThan(max);
          expect(shown.first).toBe(at);
          expect(shown.text).toContain(text.slice(shown.first, shown.last + 1));
          expect(shown.last).toBeGreaterThanOrEqual(at);
          at = shown.last + 1;
        }
        expect(at).toBe(text.length);
      },
    ),
    { numRuns: 300 },
  );
});

test("a page stays below the output limit and is never stored again", async () => {
  await using bench = await makeBench(1000);
  const output = await store(bench, "z".repeat(5000));
  const outcome = okOf(await bench.call("read_output", { output, limit: 100_000 }));
  expect(outcome.text.length).toBeLessThan(1000);
  expect(outcome.outputRef).toBeUndefined();
  expect(outcome.notes.join()).toContain("1000 was used");
  expect(bench.outputs.all).toHaveLength(1);
});

test("find starts the page at the line that holds the text", async () => {
  await using bench = await makeBench();
  const text = Array.from({ length: 1000 }, (_, index) => `this is line ${index}\n`).join("");
  const output = await store(bench, text);
  const found = okOf(await bench.call("read_output", { output, find: "line 700" }));
  expect(found.text.split("\n\n")[1]?.startsWith("this is line 700\n")).toBe(true);
  const from = (found.data as { first: number }).first;
  const next = failureOf(await bench.call("read_output", { output, find: "line 700", offset: from + 20 }));
  expect(next).toMatchObject({ code: "text_not_found" });
  expect(next.message).toContain(`"line 700" does not occur from offset ${from + 20} on`);
});

test("find shows the text even far into a long line", async () => {
  await using bench = await makeBench();
  const output = await store(bench, `${"w".repeat(20_000)}NEEDLE${"w".repeat(20_000)}`);
  const found = okOf(await bench.call("read_output", { output, find: "NEEDLE" }));
  expect(found.text.split("\n\n")[1]?.startsWith("NEEDLE")).toBe(true);
});

test("an unknown locator is answered with those that exist, and another session's like none", async () => {
  await using bench = await makeBench();
  const output = await store(bench, "v".repeat(4000));
  const unknown = failureOf(await bench.call("read_output", { output: "out_nope" }));
  expect(unknown.code).toBe("unknown_output");
  expect(unknown.message).toContain("out_nope");
  expect(unknown.hint).toContain(`${output} (say, 4000 characters)`);
  const stranger = failureOf(await bench.call("read_output", { output }, { sessionId: "ses_other" }));
  const nothing = failureOf(
    await bench.call("read_output", { output: "out_nope" }, { sessionId: "ses_other" }),
  );
  expect(stranger.message.replace(output, "X")).toBe(nothing.message.replace("out_nope", "X"));
  expect(stranger.hint).toBe(nothing.hint);
});

test("an offset past the end names the number of characters and the last page", async () => {
  await using bench = await makeBench();
  const output = await store(bench, "u".repeat(4000));
  const outcome = failureOf(await bench.call("read_output", { output, offset: 4000, limit: 500 }));
  expect(outcome).toMatchObject({
    code: "past_end",
    message: "offset 4000 is past the end (4000 characters)",
    hint: "use offset=3500 to see the end",
  });
});

test("text that came from outside is fenced again", async () => {
  await using bench = await makeBench();
  const output = await store(bench, "t".repeat(4000), "fetch_text");
  const outcome = okOf(await bench.call("read_output", { output }));
  expect(outcome.text).toContain("<untrusted_content>");
  expect(outcome.origins).toEqual(["example.org"]);
});

test("a negative offset falls back to 0, and a limit below 1 to the output limit, both told", async () => {
  await using bench = await makeBench();
  const output = await store(bench, "s".repeat(4000));
  const outcome = okOf(await bench.call("read_output", { output, offset: -5, limit: 0 }));
  expect(outcome.data).toMatchObject({ first: 0 });
  expect(outcome.notes.join("\n")).toMatch(/offset[\s\S]*limit 0 is outside 1-3000/);
});
