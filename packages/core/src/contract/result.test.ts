// Prevents: something that is no result and passes for one, or a result refused because another copy made it.
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { fail, isToolResult, ok, value } from "./result.ts";

const MARK = Symbol.for("wield.result");
const marked = (fields: object): unknown => Object.assign({ [MARK]: true }, fields);
const block = { type: "image", mediaType: "image/png", bytes: new Uint8Array(1) } as const;

test("what ok and fail make is a result, frozen, and nothing else is in it", () => {
  const hostile = { ok: false, status: "failed", text: "other", notes: ["n"] };
  const good = ok("text", { a: 1 }, hostile);
  const bad = fail("my_code", "no", { ...hostile, hint: "h" });
  expect(good).toEqual({ ok: true, status: "ok", text: "text", data: { a: 1 }, notes: ["n"] });
  expect(bad).toEqual({
    ok: false,
    status: "failed",
    code: "my_code",
    message: "no",
    hint: "h",
    notes: ["n"],
  });
  for (const result of [good, bad, ok("")]) {
    expect(isToolResult(result)).toBe(true);
    expect(Object.isFrozen(result)).toBe(true);
  }
});

test("a failure without a code of its own has the tool's general one", () => {
  const without = fail as (code: unknown, message: string) => ReturnType<typeof fail>;
  expect([without(undefined, "no").code, without("", "no").code]).toEqual(
    Array(2).fill("tool_reported_error"),
  );
});

test("C-029: the mark and the shape decide, whichever copy of the library made it", () => {
  expect(isToolResult(marked({ ok: true, status: "ok", text: "x" }))).toBe(true);
  expect(isToolResult(marked({ ok: false, status: "failed", code: "c", message: "m" }))).toBe(true);
  const foreign: unknown = runInNewContext("new Uint8Array(2)");
  expect(isToolResult(ok("x", undefined, { blocks: [{ ...block, bytes: foreign as Uint8Array }] }))).toBe(
    true,
  );
});

test.each<[what: string, candidate: unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["a number", 5],
  ["a text", "x"],
  ["no mark", { ok: true, status: "ok", text: "x" }],
  ["a spread copy", { ...ok("x") }],
  ["a service's answer", value("x")],
  ["no text", marked({ ok: true, status: "ok" })],
  ["a text that is a number", marked({ ok: true, status: "ok", text: 5 })],
  ["another status", marked({ ok: true, status: "denied", text: "x" })],
  ["two minds", marked({ ok: false, status: "ok", text: "x" })],
  ["a failure that says it went well", marked({ ok: true, status: "failed", code: "c", message: "m" })],
  ["a blank message", marked({ ok: false, status: "failed", code: "c", message: " " })],
  ["a code that is a number", marked({ ok: false, status: "failed", code: 5, message: "m" })],
  ["a hint that is a list", marked({ ok: false, status: "failed", code: "c", message: "m", hint: [] })],
  ["notes that are a text", marked({ ok: true, status: "ok", text: "x", notes: "n" })],
  ["a note that is a number", marked({ ok: true, status: "ok", text: "x", notes: [1] })],
  ["verbatim as a text", marked({ ok: true, status: "ok", text: "x", verbatim: "yes" })],
  [
    "a block of another kind",
    marked({ ok: true, status: "ok", text: "x", blocks: [{ ...block, type: "audio" }] }),
  ],
  [
    "a block without bytes",
    marked({ ok: true, status: "ok", text: "x", blocks: [{ ...block, bytes: "AA" }] }),
  ],
])("%s is no result", (_what, candidate) => {
  expect(isToolResult(candidate)).toBe(false);
});
