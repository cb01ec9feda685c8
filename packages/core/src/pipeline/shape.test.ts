// Prevents: an answer that is no result, is cut without a word, or carries what a model or a request cannot take.
import { createTestBench, type TestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "../contract/define-tool.ts";
import type { Json } from "../contract/json.ts";
import { fail, ok, type ImageBlock, type ToolResult } from "../contract/result.ts";
import type { SchemaSource } from "../contract/tool-definition.ts";
import { Outputs } from "../services/outputs.ts";
import { failureOf, okOf } from "../testing/outcome-fixture.ts";
import { renderOutcome } from "../text/render-outcome.ts";

/** A tool that returns what it is given, whatever that is. */
function returning(returned: unknown, output?: SchemaSource) {
  return defineTool<SchemaSource, SchemaSource | undefined>({
    name: "probe",
    description: "Returns what a test wants.",
    input: z.strictObject({}),
    ...(output === undefined ? {} : { output }),
    mutates: false,
    run: () => returned as ToolResult,
  });
}

const bench = (returned: unknown, output?: SchemaSource): Promise<TestBench> =>
  createTestBench({ tools: [returning(returned, output)] });

const words = z.strictObject({
  words: z.int(),
  note: z.string().optional(),
  rows: z.array(z.strictObject({ at: z.int(), name: z.string().optional() })).optional(),
});

test("C-016: a text is the result of a tool without output", async () => {
  await using here = await bench("x");
  expect(okOf(await here.call("probe"))).toMatchObject({ text: "x", blocks: [], notes: [], origins: [] });
});

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;
const unreadable = new Proxy(
  {},
  {
    has: () => {
      throw new Error("no");
    },
  },
);
const MARK = Symbol.for("wield.result");

test.each<[what: string, returned: unknown, output: SchemaSource | undefined, said: string]>([
  ["a text beside an output", "x", words, "a string, although it declares an output"],
  ["a number", 5, undefined, "5, which is no result of ok or fail"],
  ["nothing", undefined, undefined, "undefined, which is no result of ok or fail"],
  ["null", null, undefined, "null, which is no result"],
  ["a plain object", { ok: true, text: "x" }, undefined, '{"ok":true,"text":"x"}, which is no result'],
  ["a copy of a result", { ...ok("x") }, undefined, "which is no result"],
  ["an object without an end", cyclic, undefined, "an object that is no JSON, which is no result"],
  ["a function", () => ok("x"), undefined, "a function, which is no result"],
  ["what cannot be read", unreadable, undefined, "something that cannot be read (no)"],
  ["no data", ok("x"), words, "no data, although it declares an output"],
  [
    "data of another type",
    ok("x", { words: "5" }),
    words,
    "data that does not match its output: data.words must be a number",
  ],
  ["data with more", ok("x", { words: 5, more: 1 }), words, "data.more is not declared"],
  ["data with less", ok("x", {}), words, "data.words is missing"],
  [
    "data wrong inside",
    ok("x", { words: 5, rows: [{ at: 1 }, { at: 1.5 }] }),
    words,
    "data.rows[1].at must be a whole number",
  ],
  [
    "a date",
    ok("x", new Date(0) as object as Json),
    undefined,
    "data that is not JSON: the value is no plain object",
  ],
  ["NaN", ok("x", { a: [Number.NaN] }), undefined, "data that is not JSON: a[0] is the number NaN"],
  [
    "a list with a hole",
    ok("x", [undefined] as object as Json),
    undefined,
    "data that is not JSON: [0] is of type undefined",
  ],
  [
    "an image that is none",
    Object.assign({ [MARK]: true }, { ok: true, status: "ok", text: "x", blocks: [{}] }),
    undefined,
    "which is no result",
  ],
])("C-016: %s is an invalid result, named, not to be repeated", async (_what, returned, output, said) => {
  await using here = await bench(returned, output);
  const outcome = failureOf(await here.call("probe"));
  expect(outcome).toMatchObject({
    status: "failed",
    code: "invalid_result",
    hint: "this is a fault of the tool; do not repeat the call.",
    call: { stage: "shape" },
  });
  expect(outcome.message).toContain(`probe answered with `);
  expect(outcome.message).toContain(said);
});

test("a failure whose data is not JSON still says what failed", async () => {
  await using here = await bench(fail("my_code", "disk full", { data: new Date(0) as object as Json }));
  expect(failureOf(await here.call("probe")).message).toContain("the failure was: disk full");
});

test("optional fields that are undefined are not there, at any depth", async () => {
  const data = { words: 5, note: undefined, rows: [{ at: 1, name: undefined }] } as object as Json;
  await using here = await bench(ok("x", data), words);
  expect(okOf(await here.call("probe")).data).toEqual({ words: 5, rows: [{ at: 1 }] });
});

test("what a tool keeps and changes afterwards is not what its caller gets", async () => {
  const data = { words: 5 };
  const notes = ["one"];
  const bytes = Uint8Array.from(PNG);
  const result = ok("x".repeat(40_000), data, {
    notes,
    blocks: [{ type: "image", mediaType: "image/png", bytes }],
  });
  await using here = await bench(result, words);
  const saves = here.outputs.save.bind(here.outputs);
  here.outputs.save = (output) => {
    data.words = 6;
    notes.push("two");
    bytes.fill(0);
    return saves(output);
  };
  const outcome = okOf(await here.call("probe"));
  expect(outcome.data).toEqual({ words: 5 });
  expect(outcome.notes).toEqual(["one"]);
  expect(outcome.blocks[0]?.bytes[0]).toBe(0x89);
});

test.each<[code: string, ends: string]>([
  ["my_code", "my_code"],
  ["invalid_arguments", "invalid_arguments"],
  ["timeout", "timeout"],
  ["policy_denied", "tool_reported_error"],
  ["cancelled", "tool_reported_error"],
  ["not_found", "tool_reported_error"],
  ["", "tool_reported_error"],
])("the code %j of a tool ends as %s, failed", async (code, ends) => {
  await using here = await bench(fail(code, "no", { hint: "h", data: { a: 1 }, notes: ["n"] }));
  expect(failureOf(await here.call("probe"))).toMatchObject({
    status: "failed",
    code: ends,
    message: "no",
    hint: "h",
    data: { a: 1 },
    notes: ["n"],
    call: { stage: "run" },
  });
});

test.each(["", "  ", "\n"])("P-015: the empty answer %j says so, also from outside", async (text) => {
  await using here = await bench(text);
  expect(renderOutcome(await here.call("probe"))).toBe("(no output)");
});

test("L-001: a long result is cut once, head and tail, with the number, and kept as a whole", async () => {
  const text = `${"a".repeat(20_000)}${"b".repeat(10_000)}${"c".repeat(10_000)}`;
  await using here = await bench(text);
  for (const caller of ["agent", "subagent", "mcp"] as const) {
    const outcome = okOf(await here.call("probe", {}, { caller }));
    const line = `… 10000 characters cut; whole text: ${outcome.outputRef} (read_output reads it)`;
    expect(outcome.text).toBe(`${"a".repeat(20_000)}\n${line}\n${"c".repeat(10_000)}`);
    expect(outcome.notes).toEqual([]);
    expect(await here.outputs.get("ses_test", outcome.outputRef ?? "")).toMatchObject({
      text,
      isPartial: false,
      tool: "probe",
    });
  }
  for (const caller of ["cli", "http", "code"] as const)
    expect(okOf(await here.call("probe", {}, { caller })).text).toBe(text);
});

test("a program gets a megabyte, then the same cut", async () => {
  await using here = await bench("a".repeat(1024 * 1024 + 300));
  const outcome = okOf(await here.call("probe", {}, { caller: "cli" }));
  expect(outcome.text).toMatch(/… 300 characters cut; whole text: out_/);
});

test("what is kept of a result is bounded, and then the count is a lower one", async () => {
  const text = "é".repeat(12 * 1024 * 1024);
  await using here = await bench(text);
  const outcome = okOf(await here.call("probe"));
  const [stored] = here.outputs.all;
  expect(stored?.isPartial).toBe(true);
  expect(new TextEncoder().encode(stored?.text).length).toBe(20 * 1024 * 1024);
  expect(outcome.text).toMatch(/… at least \d+ characters cut; first 10485760 characters: out_/);
});

test("a store that fails does not fail the call", async () => {
  await using here = await bench("a".repeat(40_000));
  here.outputs.failSaves();
  const outcome = okOf(await here.call("probe"));
  expect(outcome.text).toContain("… 10000 characters cut\n");
  expect(outcome.notes).toEqual(["the rest of the text could not be kept"]);
  expect(outcome.outputRef).toBeUndefined();
});

test("what shows stored outputs is never stored again", async () => {
  const tool = defineTool({
    name: "probe",
    description: "Shows a stored output.",
    input: z.strictObject({}),
    mutates: false,
    needs: [Outputs],
    run: () => ok("a".repeat(40_000)),
  });
  await using here = await createTestBench({ tools: [tool] });
  expect(okOf(await here.call("probe")).text).toContain("… 10000 characters cut\n");
  expect(here.outputs.all).toEqual([]);
});

test("L-004: the output after a failure's sentence is cut like any other, its end kept; the sentence stays", async () => {
  const output = `${"x".repeat(50_000)}\nFATAL: disk full`;
  await using here = await bench(fail("nonzero_exit", `Exit code 3\n\n${output}`));
  const outcome = failureOf(await here.call("probe"));
  expect(outcome.message).toMatch(/^Exit code 3\n\nx/);
  expect(outcome.message).toMatch(/FATAL: disk full$/);
  expect(outcome.message).toContain("characters cut; whole text: out_");
  expect(outcome.outputRef).toBeDefined();
});

test("a sentence has at most 2000 characters; a longer one is kept as a whole below it", async () => {
  await using here = await bench(fail("my_code", "a".repeat(5000), { hint: "b".repeat(5000) }));
  const outcome = failureOf(await here.call("probe"));
  expect(outcome.message).toHaveLength(2000);
  expect(outcome.message.endsWith("…")).toBe(true);
  expect(outcome.hint).toHaveLength(2000);
  expect(outcome.partialText).toBe("a".repeat(5000));
});

test("a failure of nothing but control codes still says something", async () => {
  await using here = await bench(fail("my_code", "\u0000\u0007"));
  expect(failureOf(await here.call("probe")).message).toBe(
    '"probe" failed, and nothing it said can be shown',
  );
  const guards = [{ name: "codes", check: () => "\u0007" }];
  expect(failureOf(await here.call("probe", {}, { guards })).message).toContain(
    "nothing it said can be shown",
  );
});

test("L-005: no cut leaves half a character, in text or failures", async () => {
  const settings = { maxOutputChars: 3000 };
  for (const count of [1999, 2000, 2001]) {
    const text = `${"a".repeat(count)}${"😀".repeat(2000)}`;
    for (const returned of [ok(text), fail("my_code", text), fail("my_code", `no\n\n${text}`)]) {
      await using here = await bench(returned);
      const outcome = await here.call("probe", {}, { settings });
      expect(JSON.stringify([outcome, here.journal.entries]).includes("\\ud8")).toBe(false);
      expect(renderOutcome(outcome).isWellFormed()).toBe(true);
    }
  }
});

test("U-002: half a character is replaced in text, data, keys, notes, sentences and hints", async () => {
  const lone = "a\ud99cb";
  await using good = await bench(ok(lone, { [lone]: [lone] }, { notes: [lone] }));
  expect(okOf(await good.call("probe"))).toMatchObject({
    text: "a\ufffdb",
    data: { "a\ufffdb": ["a\ufffdb"] },
    notes: ["a\ufffdb"],
  });
  await using bad = await bench(fail("my_code", lone, { hint: lone, data: { a: lone } }));
  expect(failureOf(await bad.call("probe"))).toMatchObject({
    message: "a\ufffdb",
    hint: "a\ufffdb",
    data: { a: "a\ufffdb" },
  });
});

test("U-005: control codes stay in verbatim text only", async () => {
  const codes = "a\u001b[31mb\u0007\n";
  await using plain = await bench(ok(codes, { raw: codes }, { notes: ["n\u0007"] }));
  expect(okOf(await plain.call("probe"))).toMatchObject({
    text: "a[31mb\n",
    notes: ["n"],
    data: { raw: codes },
  });
  await using verbatim = await bench(ok(codes, undefined, { verbatim: true }));
  expect(okOf(await verbatim.call("probe")).text).toBe(codes);
});

test("notes are one line each, and an empty one is none", async () => {
  await using here = await bench(ok("x", undefined, { notes: ["a\r\n  b\u2028c", " \n "] }));
  expect(okOf(await here.call("probe")).notes).toEqual(["a b c"]);
});

const SK = `sk-${"abcdefghijklmnopqrstuvwxyzABCD"}0123456789`;

test("P-016: secrets are masked in every part of a result, in what is stored and in the journal", async () => {
  const secrets = [{ name: "PW", value: "hunter22" }];
  const all = `${SK} hunter22`;
  const good = ok(`${"x ".repeat(20_000)}${all}`, { [all]: [all] }, { notes: [all] });
  const bad = fail("my_code", all, { hint: all, data: { a: all }, notes: [all] });
  for (const returned of [good, bad, { token: all }]) {
    await using here = await createTestBench({ tools: [returning(returned)], secrets });
    const outcome = await here.call("probe");
    const everything = JSON.stringify([outcome, here.outputs.all, here.journal.entries, here.logLines]);
    expect(everything).not.toContain(SK);
    expect(everything).not.toContain("hunter22");
    expect(everything).toContain("[REDACTED_API_KEY] [PW]");
  }
});

test("P-016: a secret that is cut by a message's length leaves no piece of itself", async () => {
  const value = "correct-horse-battery-staple-and-a-lot-more-of-it-that-never-ends-in-any-message";
  const tool = defineTool({
    name: "probe",
    description: "Takes a number.",
    input: z.strictObject({ count: z.int() }),
    mutates: false,
    run: () => ({ password: value }) as object as ToolResult,
  });
  await using here = await createTestBench({ tools: [tool], secrets: [{ name: "PW", value }] });
  const refused = failureOf(await here.call("probe", { count: `some words before it ${value}` }));
  expect(refused.message).toContain("[PW]");
  const invalid = failureOf(await here.call("probe", { count: 1 }));
  expect(invalid.message).toContain('{"password":"[PW]"}');
  expect(JSON.stringify(here.journal.entries)).not.toContain("correct-horse");
});

test("a secret that a call registers itself is masked in its own result", async () => {
  const secrets: { name: string; value: string }[] = [];
  const tool = defineTool({
    name: "probe",
    description: "Registers a secret.",
    input: z.strictObject({}),
    mutates: false,
    run: () => {
      secrets.push({ name: "NEW", value: "hunter22" });
      return ok("it is hunter22");
    },
  });
  await using here = await createTestBench({ tools: [tool], secrets });
  expect(okOf(await here.call("probe")).text).toBe("it is [NEW]");
});

const PNG = Buffer.from(
  "89504e470d0a1a0a 0000000d 49484452 00000280 000001e0 0806000000".replaceAll(" ", ""),
  "hex",
);

test("images are told by their content, and one that no model takes is left out with a note", async () => {
  const image = (mediaType: string, bytes: Uint8Array): ImageBlock => ({ type: "image", mediaType, bytes });
  const blocks = [image("image/jpeg", PNG), image("image/svg+xml", new TextEncoder().encode("<svg/>"))];
  await using here = await bench(ok("x", undefined, { blocks }));
  const outcome = okOf(await here.call("probe"));
  expect(outcome.blocks).toEqual([image("image/png", Uint8Array.from(PNG))]);
  expect(outcome.notes).toEqual([
    "left out an image (image/svg+xml): its bytes are no PNG, JPEG, GIF or WebP",
  ]);
});
