// Prevents: Wield's own code taken for a tool's, because the folder with the tool file is above the checkout.
import { expect, test } from "vitest";
import { noteToolFolder, toolFileIn } from "./tool-file-in-stack.ts";

test("a frame of a tool's folder is found, one of Wield below that folder is none", () => {
  const above = new URL("../../../../../", import.meta.url).href;
  noteToolFolder(above);
  const own = new URL("../../../testkit/src/check/child.ts", import.meta.url).href;
  expect(toolFileIn(`Error: x\n    at main (${own}:12:3)`)).toBeUndefined();
  const tool = new URL("mine.ts", above).href;
  expect(toolFileIn(`Error: x\n    at main (${own}:12:3)\n    at run (${tool}:3:1)`)).toMatch(/mine\.ts$/);
});
