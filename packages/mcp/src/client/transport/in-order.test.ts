// Prevents: progress that is lost because it came together with its answer, and messages that change their order.
import { expect, test } from "vitest";
import { inOrder } from "./in-order.ts";

const note = (method: string) => ({ jsonrpc: "2.0" as const, method });
const answer = (id: number) => ({ jsonrpc: "2.0" as const, id, result: {} });

test("an answer waits until what was told before it was dealt with, and everything keeps its order", async () => {
  const seen: unknown[] = [];
  const give = inOrder((message) => {
    if ("method" in message) void Promise.resolve().then(() => seen.push(message.method));
    else seen.push("id" in message ? message.id : undefined);
  });
  give(answer(1));
  expect(seen).toEqual([1]);
  give(note("a"));
  give(note("b"));
  give(answer(2));
  give(note("c"));
  give(answer(3));
  await new Promise(setImmediate);
  give(answer(4));
  expect(seen).toEqual([1, "a", "b", 2, "c", 3, 4]);
});
