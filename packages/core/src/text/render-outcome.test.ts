// Prevents: a model that reads a failure without its next step, or notes as part of a file.
import { expect, test } from "vitest";
import type { CallOutcome, CallRecord, FailureOutcome, OkOutcome } from "../pipeline/call.ts";
import { renderOutcome } from "./render-outcome.ts";

const call: CallRecord = {
  id: "call_1",
  rootId: "call_1",
  caller: "test",
  surface: "api",
  sessionId: "ses_1",
  tool: "probe",
  effects: [],
  stage: "record",
  startedAt: 0,
  durationMs: 0,
  changed: [],
};

const good = (fields: Partial<OkOutcome>): CallOutcome => ({
  status: "ok",
  call,
  text: "text",
  blocks: [],
  notes: [],
  origins: [],
  ...fields,
});

const bad = (fields: Partial<FailureOutcome>): CallOutcome => ({
  status: "failed",
  call,
  code: "my_code",
  message: "It failed.",
  notes: [],
  origins: [],
  ...fields,
});

test("a success is its text, then each note on a line of its own", () => {
  expect(renderOutcome(good({}))).toBe("text");
  expect(renderOutcome(good({ notes: ["one", "two"] }))).toBe("text\n… one\n… two");
  expect(renderOutcome(good({ text: "line\n", notes: ["one"] }))).toBe("line\n… one");
  expect(renderOutcome(good({ text: "line\n" }))).toBe("line\n");
});

test.each(["", " ", "\n\n"])("P-015: the empty answer %j says so", (text) => {
  expect(renderOutcome(good({ text }))).toBe("(no output)");
  expect(renderOutcome(good({ text, notes: ["one"] }))).toBe("(no output)\n… one");
});

test("a failure is its sentence, its hint, what was kept of the output, then notes; never its code", () => {
  expect(renderOutcome(bad({}))).toBe("It failed.");
  expect(renderOutcome(bad({ hint: "Try again." }))).toBe("It failed.\nHint: Try again.");
  const whole = { hint: "Try again.", partialText: "kept\nlines", notes: ["one"] };
  expect(renderOutcome(bad(whole))).toBe("It failed.\nHint: Try again.\n\nkept\nlines\n… one");
  expect(renderOutcome(bad({ partialText: "kept\n", notes: ["one"] }))).toBe("It failed.\n\nkept\n… one");
  expect(renderOutcome(bad({ partialText: " \n", notes: ["one"] }))).toBe("It failed.\n… one");
});
