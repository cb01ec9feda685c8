// Prevents: a caller that cannot store its call before it runs, or learns of a result only when the whole batch is over.
import { createTestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "../contract/define-tool.ts";
import { ok } from "../contract/result.ts";

test("a caller names its call, hears what it is before it runs, and its outcome before the batch is over", async () => {
  const gate = Promise.withResolvers<undefined>();
  const told: string[] = [];
  const echo = defineTool({
    name: "echo",
    description: "Say it again.",
    input: z.strictObject({ word: z.string().describe("The word.") }),
    mutates: false,
    async run({ word }) {
      told.push(`run ${word}`);
      if (word === "slow") await gate.promise;
      return ok(word);
    },
  });
  await using bench = await createTestBench({ tools: [echo] });
  const request = (id: string, word: string) => ({
    tool: "echo",
    input: { word },
    id,
    onPlanned: (call: { readonly id: string; readonly input?: unknown }) =>
      void told.push(`planned ${call.id} ${JSON.stringify(call.input)}`),
    onEnded: (outcome: { readonly call: { readonly id: string } }) => {
      told.push(`ended ${outcome.call.id}`);
      if (outcome.call.id === "call_b") gate.resolve(undefined);
    },
  });
  const outcomes = await bench.batch([request("call_a", "slow"), request("call_b", "quick")]);
  expect(outcomes.map(({ call }) => call.id)).toEqual(["call_a", "call_b"]);
  expect(told.indexOf('planned call_a {"word":"slow"}')).toBeLessThan(told.indexOf("run slow"));
  expect(told.indexOf("ended call_b")).toBeLessThan(told.indexOf("ended call_a"));
  expect(bench.journal.typesOf("call_a")).toEqual(["proposed", "decided", "outcome"]);
});

test("a caller's hook that throws changes nothing", async () => {
  const echo = defineTool({
    name: "echo",
    description: "Say it.",
    input: z.strictObject({}),
    mutates: false,
    run: () => ok("said"),
  });
  await using bench = await createTestBench({ tools: [echo] });
  const boom = (): never => {
    throw new Error("boom");
  };
  const [outcome] = await bench.batch([{ tool: "echo", onPlanned: boom, onEnded: boom }]);
  expect(outcome?.status).toBe("ok");
  expect(bench.logLines).toHaveLength(2);
});
