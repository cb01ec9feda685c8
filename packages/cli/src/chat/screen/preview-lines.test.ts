// Prevents: a preview that a person is asked about and cannot read to its end.
import { expect, test } from "vitest";
import { coloursFor } from "../../terminal/colours.ts";
import { previewLines } from "./preview-lines.ts";

const VIEW = { columns: 12, colours: coloursFor(false, {}), now: 0 };

type Shown = Parameters<typeof previewLines>[0];

test("all lines are there, none is wider than the window, and no preview is no line", () => {
  const request = { tool: "edit_file", preview: "@@ -1 +1 @@\n-old\n+a line that is too long\n" } as Shown;
  const lines = previewLines(request, VIEW);
  expect(lines[0]).toBe("what edit_file would do:");
  expect(lines.slice(1, 3)).toEqual(["@@ -1 +1 @@", "-old"]);
  expect(lines).toHaveLength(4);
  expect(lines[3]?.length).toBeLessThanOrEqual(12);
  expect(previewLines({ tool: "edit_file" } as Shown, VIEW)).toEqual([]);
});
