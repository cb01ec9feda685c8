// Prevents: a screen that overflows its window, hides the question it waits for, or puts the cursor elsewhere.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { displayWidth } from "../../terminal/display-width.ts";
import type { ShownRequest } from "../../approvals/render-request.ts";
import { EMPTY_EDITOR } from "../editor/editor.ts";
import { IDLE_MODEL, PLAIN_VIEW } from "../testing/screen.ts";
import { WRITE_REQUEST } from "../testing/write-request.ts";
import type { LiveItem } from "../transcript/transcript.ts";
import type { ScreenModel } from "./screen-model.ts";
import { screenLines } from "./screen-lines.ts";

const REQUEST: ShownRequest = {
  ...WRITE_REQUEST,
  preview: Array.from({ length: 200 }, (_none, index) => `+line ${index}`).join("\n"),
};
const RUNNING: LiveItem = {
  kind: "call",
  card: { callId: "c1", tool: "terminal", input: { command: "npm test" }, startedAt: 1000 },
};
const asked: ScreenModel = {
  ...IDLE_MODEL,
  focus: { kind: "approval", request: REQUEST, offersRules: true },
  transcript: { ...IDLE_MODEL.transcript, live: [RUNNING, { kind: "approval", request: REQUEST }] },
  isBusy: true,
};

test("an idle screen is the line to type in and what holds", () => {
  const { lines, cursor } = screenLines(IDLE_MODEL, PLAIN_VIEW);
  expect(lines).toEqual(["─".repeat(60), "> ", "anthropic/m · coding (13) · mode auto · work"]);
  expect(cursor).toEqual({ row: 1, column: 2 });
});

test("a running call shows what it does and how long, and todos stand above the line", () => {
  const { lines } = screenLines(
    {
      ...IDLE_MODEL,
      isBusy: true,
      transcript: {
        ...IDLE_MODEL.transcript,
        live: [RUNNING],
        turnStartedAt: 1000,
        todos: [
          { content: "read", status: "completed" },
          { content: "write", status: "in_progress" },
        ],
      },
      queued: ["and then stop"],
    },
    PLAIN_VIEW,
  );
  expect(lines).toEqual([
    "◌ terminal npm test · 4 s",
    "",
    "todo 1/2",
    "[x] read",
    "[~] write",
    "↳ and then stop (after the present calls)",
    "─".repeat(60),
    "> a remark for the model, or Esc to stop it",
    "◐ 4 s · anthropic/m · coding (13) · mode auto · work",
  ]);
});

test("an approval shows call, preview, the exact rule and the keys, also in a small window", () => {
  const { lines } = screenLines(asked, PLAIN_VIEW);
  const text = lines.join("\n");
  expect(text).toContain("write_file wants to run");
  expect(text).toContain("+line 0");
  expect(text).toMatch(/rule: allow tool: write_file, path: a\.txt/);
  expect(text).toContain("a always in this workspace by");
  expect(text).toContain("Enter sends the answer");
  expect(text).toContain("allow? [y/s/a/n]");
  const small = screenLines(asked, { ...PLAIN_VIEW, rows: 12, columns: 30 }).lines.join("\n");
  expect(small).toContain("write_file wants to run");
  expect(small).toContain("  write a.txt");
  expect(small).toContain("allow? [y/s/a/n]");
});

test("whatever is shown fits the window and the cursor is inside", () => {
  const live = fc.array(
    fc.oneof(
      fc.constant(RUNNING),
      fc.string({ unit: "grapheme", maxLength: 300 }).map((text): LiveItem => ({
        kind: "answer",
        text: `${text}\n\n- x\n`,
        isFinal: false,
        wasSplit: false,
        isContinued: false,
      })),
    ),
    { maxLength: 6 },
  );
  const typed = fc.string({ unit: "grapheme", maxLength: 400 });
  const focus = fc.constantFrom(IDLE_MODEL.focus, asked.focus);
  const size = fc.record({
    columns: fc.integer({ min: 20, max: 200 }),
    rows: fc.integer({ min: 3, max: 60 }),
  });
  fc.assert(
    fc.property(live, typed, focus, size, (items, text, where, window) => {
      const model: ScreenModel = {
        ...IDLE_MODEL,
        focus: where,
        editor: { ...EMPTY_EDITOR, text, cursor: text.length },
        transcript: {
          ...IDLE_MODEL.transcript,
          live: items,
          todos: [{ content: "x".repeat(300), status: "pending" }],
        },
        completion: {
          candidates: Array.from({ length: 9 }, (_none, index) => ({ text: `/command${index}` })),
        },
      };
      const { lines, cursor } = screenLines(model, { ...PLAIN_VIEW, ...window });
      expect(lines.length).toBeLessThanOrEqual(Math.max(1, window.rows - 2));
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(window.columns);
      expect(cursor.row).toBeLessThan(lines.length);
      expect(cursor.column).toBeLessThan(window.columns);
    }),
    { numRuns: 300 },
  );
});
