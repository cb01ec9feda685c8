// Prevents: a look at a sub-agent that reads like its end, and an order to one that is not there.
import type { JsonObject } from "@wield/core";
import { createTestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import { agentsThat, TASK } from "../../testing/agents-fixture.ts";
import { failureOf, okOf } from "../../testing/outcome-fixture.ts";
import task from "./task.tool.ts";

async function bench(...given: Parameters<typeof agentsThat>) {
  return createTestBench({ tools: [task], services: [agentsThat(...given).desk.provider] });
}

test("list, status and output are the lines of the specification", async () => {
  const running = await bench({ status: "running", turns: 3, seconds: 20 });
  const line = "task_1f2e — running (3 turns, 20 s): compare the parsers";
  expect(okOf(await running.call("task", { action: "list" })).text).toBe(line);
  expect(okOf(await running.call("task", { action: "status", id: "task_1f2e" })).text).toBe(line);
  expect(okOf(await running.call("task", { action: "output", id: "task_1f2e" })).text).toBe(
    "still running (3 turns, 20 s); its end is announced",
  );
  await running.dispose();
  const none = await bench({}, { list: async () => [] });
  expect(okOf(await none.call("task", { action: "list" })).text).toBe("No background tasks.");
  await none.dispose();
});

test.each([
  [{}, "The parser in src/b is faster."],
  [{ answer: " " }, "(no output)"],
  [{ status: "stopped" as const }, "stopped; no answer"],
])("output of %o", async (given, text) => {
  const here = await bench(given);
  expect(okOf(await here.call("task", { action: "output", id: TASK.id })).text).toBe(text);
  await here.dispose();
});

test("the output of one whose model failed is a failure with the reason", async () => {
  const here = await bench({ status: "error", reason: "quota used up" });
  expect(failureOf(await here.call("task", { action: "output", id: TASK.id }))).toMatchObject({
    code: "agent_failed",
    message: "the model failed: quota used up",
  });
  await here.dispose();
});

test("send and stop say what became of it", async () => {
  const here = await bench({});
  expect(okOf(await here.call("task", { action: "send", id: TASK.id, message: "more" })).text).toBe(
    "Sent; task_1f2e is running again",
  );
  expect(okOf(await here.call("task", { action: "stop", id: TASK.id })).text).toBe(
    "task_1f2e had already ended (done)",
  );
  await here.dispose();
  const running = await bench({ status: "running" });
  expect(okOf(await running.call("task", { action: "stop", id: TASK.id })).text).toBe("Stopped task_1f2e");
  await running.dispose();
});

test("what is missing or unknown is refused with what there is", async () => {
  const here = await bench({});
  const code = async (input: JsonObject) => failureOf(await here.call("task", input)).code;
  expect(await code({ action: "status" })).toBe("invalid_arguments");
  expect(await code({ action: "send", id: TASK.id, message: " " })).toBe("invalid_arguments");
  expect(await code({ action: "send", id: TASK.id })).toBe("invalid_arguments");
  const unknown = failureOf(await here.call("task", { action: "stop", id: "task_none" }));
  expect(unknown).toMatchObject({ code: "unknown_task", hint: "there are: task_1f2e." });
  await here.dispose();
});
