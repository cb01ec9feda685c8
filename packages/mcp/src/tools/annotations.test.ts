// Prevents: hints that promise more than a tool keeps.
import { defineService, defineTool, Files, type Mutates, type ServiceToken } from "@wield/core";
import { expect, test } from "vitest";
import * as z from "zod";
import { annotationsOf } from "./annotations.ts";

const Network = defineService<object>()("network");
const Processes = defineService<object>()("processes");

function hintsOf(mutates: Mutates, needs: readonly ServiceToken[]): unknown {
  const tool = defineTool({
    name: "some_tool",
    description: "Does something for this test.",
    input: z.strictObject({}),
    mutates,
    effects: () => [],
    needs,
    run: () => "done",
  });
  const { title, ...hints } = annotationsOf(tool);
  expect(title).toBe("some tool");
  return hints;
}

test("a tool that reports only is read-only, and may be repeated", () => {
  const reads = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
  expect(hintsOf(false, [Files])).toEqual({ ...reads, openWorldHint: false });
  expect(hintsOf(false, [Network])).toEqual({ ...reads, openWorldHint: true });
});

test("changes are destructive unless all of them are kept for undo", () => {
  expect(hintsOf(true, [Files])).toEqual({
    readOnlyHint: false,
    destructiveHint: false,
    openWorldHint: false,
  });
  expect(hintsOf(true, [Files, Processes])).toEqual({
    readOnlyHint: false,
    destructiveHint: true,
    openWorldHint: true,
  });
  expect(hintsOf("depends", [])).toEqual({
    readOnlyHint: false,
    destructiveHint: true,
    openWorldHint: false,
  });
});
