// Prevents: a question whose answer a person cannot know, because the call, the rule or the keys are out of sight.
import { expect, test } from "vitest";
import { PLAIN_VIEW } from "../testing/screen.ts";
import { WRITE_REQUEST } from "../testing/write-request.ts";
import { approvalLines, isPreviewCut } from "./approval-lines.ts";

const asked = { kind: "approval", request: WRITE_REQUEST, offersRules: true } as const;
const view = { ...PLAIN_VIEW, columns: 80, room: 18, countBehind: 2 };

test("call, effects, reason, preview, the exact rule and the keys", () => {
  expect(approvalLines(asked, view)).toEqual([
    "",
    "write_file wants to run (300 s left, 2 more wait)",
    "  write a.txt",
    '  approval_mode is "prompt"',
    "  @@ -0,0 +1,2 @@",
    "  +one",
    "  +two",
    "  rule: allow tool: write_file, path: a.txt",
    "  y once · s for this session by that rule",
    "  a always in this workspace by that rule (saved) · n no; a reason may follow",
    "  Enter sends the answer",
  ]);
});

test("without a rule only this call can be allowed", () => {
  const { rule: _rule, ...request } = WRITE_REQUEST;
  expect(approvalLines({ ...asked, request }, view).at(-1)).toBe(
    "  y once · n no; a reason may follow · Enter sends the answer",
  );
  expect(approvalLines({ ...asked, offersRules: false }, view).join("\n")).not.toContain("rule");
});

test("a long preview is cut below, and known to be", () => {
  const preview = `@@ -0,0 +1,99 @@\n${"+line\n".repeat(99)}`;
  const long = { ...asked, request: { ...WRITE_REQUEST, preview } };
  expect(isPreviewCut(asked, view)).toBe(false);
  expect(isPreviewCut(long, view)).toBe(true);
  expect(approvalLines(long, view)).toHaveLength(view.room);
  expect(approvalLines(long, view).join("\n")).toContain("more lines, all of them above");
});

test("in a small window what would run and the keys are left", () => {
  expect(approvalLines(asked, { ...view, columns: 20, room: 7, countBehind: 0 })).toEqual([
    "write_file wants to…",
    "  write a.txt",
    "  rule: allow tool:",
    "  write_file, path:",
    "  a.txt",
    "  y once · s session",
    "  a always · n no",
  ]);
  for (const room of [0, 1, 2, 3])
    expect(approvalLines(asked, { ...view, room }).length).toBeLessThanOrEqual(room);
});

test("a caller that is not the agent itself is named, and nothing in the rule is obeyed", () => {
  const request = {
    ...WRITE_REQUEST,
    caller: "subagent",
    rule: { tool: "write_file", action: "allow", match: { path: "a\u202e.txt" } },
  } as const;
  const text = approvalLines({ ...asked, request }, view).join("\n");
  expect(text).toContain("write a.txt (asked for by subagent)");
  expect(text).toContain("a<U+202E>.txt");
});
