// Prevents: an input, a tool or an answer nobody thought of that throws past the pipeline or breaks the next request.
import * as fc from "fast-check";
import { arbitraryInput, createTestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "../contract/define-tool.ts";
import { fail, ok, type ToolResult } from "../contract/result.ts";
import type { Effect } from "../effects/effect.ts";
import { deleteFile, readText, writeText } from "../testing/file-tools-fixture.ts";
import { renderOutcome } from "../text/render-outcome.ts";
import type { CallOutcome } from "./call.ts";

const tools = [readText, writeText, deleteFile];

function expectSound(outcome: CallOutcome): void {
  const text = renderOutcome(outcome);
  expect(text.isWellFormed()).toBe(true);
  expect(text.trim()).not.toBe("");
  expect(JSON.stringify(outcome)).toBeTypeOf("string");
  expect(outcome.notes.every((note) => !/[\r\n]/.test(note))).toBe(true);
  if (outcome.status === "ok") return;
  expect(outcome.message.trim()).not.toBe("");
  expect((outcome.hint ?? "").length).toBeLessThanOrEqual(2000);
}

test("no generated input of any tool throws: each call has one sound outcome, alone and in a batch", async () => {
  await using here = await createTestBench({ tools, files: { "a.txt": "a" } });
  const request = fc.constantFrom(...tools).chain((tool) =>
    fc
      .constantFrom("valid", "near_valid", "hostile")
      .chain((kind) => arbitraryInput(tool, kind as "valid"))
      .map((input) => ({ tool: tool.name, input })),
  );
  const unnamed = fc.record({ tool: fc.string({ unit: "binary" }), input: fc.jsonValue() });
  let calls = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(request, unnamed), { minLength: 1, maxLength: 4 }),
      async (requests) => {
        const given = requests as Parameters<typeof here.batch>[0];
        const [first] = given;
        if (first === undefined) return;
        const outcomes = [await here.call(first.tool, first.input), ...(await here.batch(given))];
        outcomes.forEach(expectSound);
        calls += outcomes.length;
        expect(here.journal.ofType("outcome")).toHaveLength(calls);
      },
    ),
    { numRuns: 80 },
  );
});

test("no answer of a tool and no effects throw: each call has one sound outcome", async () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("", "\ud800", "a\n\nb", "x".repeat(5000)),
  );
  const data = fc.oneof(fc.jsonValue(), fc.anything(), fc.object());
  const returned = fc.oneof(
    fc.anything(),
    text,
    fc.tuple(text, data, fc.array(text)).map(([said, what, notes]) => ok(said, what as string, { notes })),
    fc
      .tuple(text, text, data, text)
      .map(([code, said, what, hint]) => fail(code, said, { data: what as string, hint })),
  );
  const effect = fc.oneof(
    fc.record({ kind: fc.constantFrom("read", "write", "delete"), path: text }),
    fc.record({ kind: fc.constantFrom("run", "connect", "memory", "opaque"), label: text, record: text }),
    fc.anything(),
  );
  const kinds = fc.constantFrom<boolean | "depends">(true, false, "depends");
  await fc.assert(
    fc.asyncProperty(
      returned,
      fc.option(fc.array(effect, { maxLength: 3 })),
      kinds,
      async (answer, effects, mutates) => {
        const probe = defineTool({
          name: "probe",
          description: "Answers what was generated.",
          input: z.strictObject({}),
          mutates,
          ...(effects === null ? {} : { effects: () => effects as Effect[] }),
          run: () => answer as ToolResult,
        });
        await using here = await createTestBench({ tools: [probe] });
        expectSound(await here.call("probe"));
        expect(here.journal.ofType("outcome")).toHaveLength(1);
      },
    ),
    { numRuns: 200 },
  );
});
