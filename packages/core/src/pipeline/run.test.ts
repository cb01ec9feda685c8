// Prevents: a tool that throws, hangs or is cancelled and takes its caller with it, or is reported as something else.
import { createManualClock, createTestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "../contract/define-tool.ts";
import { fail, ok, type ToolResult } from "../contract/result.ts";
import type { RunContext } from "../contract/tool-definition.ts";
import { Files } from "../services/files.ts";
import { defineService, type ServiceToken } from "../services/service.ts";
import { failureOf, okOf } from "../testing/outcome-fixture.ts";
import type { Progress } from "./call.ts";

type Body = (context: RunContext & { readonly files: Files }) => unknown;

function probe(body: Body, more: { readonly mutates?: boolean; readonly timeoutMs?: number } = {}) {
  return defineTool({
    name: "probe",
    description: "Does what a test wants.",
    input: z.strictObject({}),
    mutates: false,
    needs: [Files],
    ...more,
    run: (_input, context) => body(context) as ToolResult,
  });
}

const never = (): Promise<never> => new Promise(() => undefined);

test.each<[what: string, body: Body, said: string]>([
  [
    "an error",
    () => {
      throw new RangeError("x");
    },
    "probe failed with RangeError: x",
  ],
  ["a rejection with a text", () => Promise.reject("boom"), "probe failed with boom"],
  ["a rejection with nothing", () => Promise.reject(), "probe failed with an error that says nothing"],
  [
    "null",
    () => {
      throw null;
    },
    "probe failed with null",
  ],
  [
    "an object",
    () => {
      throw { a: 1 };
    },
    'probe failed with {"a":1}',
  ],
  [
    "something that cannot be read",
    () => {
      throw new Proxy(
        {},
        {
          get: () => {
            throw new Error("no");
          },
          getPrototypeOf: () => {
            throw new Error("no");
          },
        },
      );
    },
    "probe failed with an error that cannot be read",
  ],
])("P-006: %s that is thrown becomes a result that names it", async (_what, body, said) => {
  await using here = await createTestBench({ tools: [probe(body)] });
  const outcome = failureOf(await here.call("probe"));
  expect(outcome).toMatchObject({
    status: "failed",
    code: "execution_error",
    message: said,
    call: { stage: "run" },
  });
  expect(outcome.message).not.toContain("    at ");
});

test("P-010: a call that outlives its budget is told to stop, ends within 5 s more and names the budget", async () => {
  const clock = createManualClock();
  let abortedAt: number | undefined;
  const tool = probe(
    ({ signal }) => {
      signal.addEventListener("abort", () => {
        abortedAt = clock.monotonic();
      });
      return never();
    },
    { timeoutMs: 1000 },
  );
  await using here = await createTestBench({ tools: [tool], clock });
  let isOver = false;
  const running = here.call("probe").finally(() => {
    isOver = true;
  });
  await clock.advance(999);
  expect(abortedAt).toBeUndefined();
  await clock.advance(1);
  expect(abortedAt).toBe(1000);
  await clock.advance(4999);
  expect(isOver).toBe(false);
  await clock.advance(1);
  const outcome = failureOf(await running);
  expect(outcome).toMatchObject({
    status: "failed",
    code: "timeout",
    message: "probe did not finish within 1 s",
    hint: "raise tools.timeouts.probe, or ask for less in one call.",
    notes: ["it did not end when it was told to; the work may still have happened"],
  });
  expect(clock.waiting).toBe(0);
});

test("the setting for a tool beats its own limit, and both beat the general one; 0 is no limit", async () => {
  const clock = createManualClock();
  let deadline: number | undefined;
  const tool = (timeoutMs?: number) =>
    probe(
      ({ call }) => {
        deadline = call.deadline;
        return ok("done");
      },
      timeoutMs === undefined ? {} : { timeoutMs },
    );
  const deadlineOf = async (timeoutMs: number | undefined, setting: number | undefined) => {
    const timeoutsMs = new Map(setting === undefined ? [] : [["probe", setting]]);
    await using here = await createTestBench({ tools: [tool(timeoutMs)], clock, settings: { timeoutsMs } });
    okOf(await here.call("probe"));
    return deadline === undefined ? undefined : deadline - clock.now();
  };
  expect(await deadlineOf(undefined, undefined)).toBe(300_000);
  expect(await deadlineOf(1000, undefined)).toBe(1000);
  expect(await deadlineOf(1000, 5000)).toBe(5000);
  expect(await deadlineOf(1000, 0)).toBeUndefined();
});

test("a limit that the call itself gives beats every setting; without one they hold", async () => {
  const seen: (number | undefined)[] = [];
  const tool = defineTool({
    name: "probe",
    description: "Probes what a call may take.",
    input: z.strictObject({ timeout: z.int().default(0) }),
    mutates: false,
    timeoutMs: 1000,
    limitMs: ({ timeout }) => (timeout < 1 ? undefined : timeout * 1000),
    run: (_input, { call }) => {
      seen.push(call.limitMs);
      return ok("done");
    },
  });
  await using here = await createTestBench({
    tools: [tool],
    settings: { timeoutsMs: new Map([["probe", 5000]]) },
  });
  for (const timeout of [0, 7]) okOf(await here.call("probe", { timeout }));
  expect(seen).toEqual([5000, 7000]);
});

const lateEnds: readonly [what: string, late: () => unknown, expected: object][] = [
  [
    "its own sentence",
    () => fail("my_code", "stopped after 3 of 5", { hint: "ask for two", data: { done: 3 } }),
    { message: "stopped after 3 of 5", hint: "ask for two", data: { done: 3 }, notes: [] },
  ],
  [
    "a failure of a service that was stopped",
    () => fail("cancelled", "the call ended before it could read a"),
    { message: "probe did not finish within 1 s" },
  ],
  [
    "what it had until then",
    () => ok("3 lines"),
    { message: "probe did not finish within 1 s", partialText: "3 lines", notes: [] },
  ],
  ["a text", () => "3 lines", { partialText: "3 lines" }],
  ["nothing", () => undefined, { message: "probe did not finish within 1 s", notes: [] }],
  [
    "an error",
    () => {
      throw new Error("aborted");
    },
    { message: "probe did not finish within 1 s", notes: [] },
  ],
];

test.each(lateEnds)("within its grace a tool that gives %s is heard", async (_what, late, expected) => {
  const clock = createManualClock();
  const tool = probe(
    ({ signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener("abort", () => {
          try {
            resolve(late());
          } catch (error) {
            reject(error as Error);
          }
        });
      }),
    { timeoutMs: 1000 },
  );
  await using here = await createTestBench({ tools: [tool], clock });
  const running = here.call("probe");
  await clock.advance(1000);
  expect(await running).toMatchObject({ status: "failed", code: "timeout", ...expected });
  expect(clock.waiting).toBe(0);
});

test("P-010: a result that comes after the grace is dropped, and so are its progress and its changes", async () => {
  const clock = createManualClock();
  const seen: Progress[] = [];
  let goOn = (): void => undefined;
  let late: unknown;
  const tool = probe(
    async ({ progress, files }) => {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      progress("late");
      late = await files.write("late.txt", "x");
      return ok("late");
    },
    { mutates: true, timeoutMs: 1000 },
  );
  await using here = await createTestBench({ tools: [tool], clock });
  const running = here.call("probe", {}, { onProgress: (progress) => void seen.push(progress) });
  await clock.advance(6000);
  const outcome = failureOf(await running);
  goOn();
  await expect.poll(() => late).toMatchObject({ ok: false });
  expect(seen).toEqual([]);
  expect(outcome.code).toBe("timeout");
  expect(here.journal.ofType("outcome")).toHaveLength(1);
  await expect(here.read("late.txt")).rejects.toThrow();
});

test("P-019: a cancelled call says what it had already done", async () => {
  const stop = new AbortController();
  const tool = probe(
    async ({ files, signal }) => {
      await files.write("a.txt", "x");
      setImmediate(() => stop.abort());
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return ok("half");
    },
    { mutates: true },
  );
  await using here = await createTestBench({ tools: [tool] });
  const outcome = failureOf(await here.call("probe", {}, { signal: stop.signal }));
  expect(outcome).toMatchObject({
    status: "cancelled",
    code: "cancelled",
    message: "probe was cancelled",
    partialText: "half",
    notes: ["the change was made: a.txt"],
    call: { changed: ["a.txt"] },
  });
  expect(await here.read("a.txt")).toBe("x");
});

test("a cancelled call that does not end says that the work may still have happened", async () => {
  const clock = createManualClock();
  const stop = new AbortController();
  await using here = await createTestBench({ tools: [probe(never)], clock });
  const running = here.call("probe", {}, { signal: stop.signal });
  await clock.advance(1);
  stop.abort();
  await clock.advance(5000);
  expect(await running).toMatchObject({
    status: "cancelled",
    notes: ["it did not end when it was told to; the work may still have happened"],
  });
});

test("nothing is written between the end of a call's time and the end of its grace", async () => {
  const clock = createManualClock();
  let written: unknown;
  const tool = probe(
    async ({ files, signal }) => {
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      written = await files.write("late.txt", "x");
      return ok("done");
    },
    { mutates: true, timeoutMs: 1000 },
  );
  await using here = await createTestBench({ tools: [tool], clock });
  const running = here.call("probe");
  await clock.advance(1000);
  expect(failureOf(await running).code).toBe("timeout");
  expect(written).toMatchObject({ ok: false });
  await expect(here.read("late.txt")).rejects.toThrow();
});

test("C-019: a context holds what the tool needs and nothing else, and cannot be changed", async () => {
  let keys: string[] = [];
  let isFrozen = false;
  const tool = probe((context) => {
    keys = Object.keys(context).toSorted();
    isFrozen = Object.isFrozen(context) && Object.isFrozen(context.call);
    return ok("done");
  });
  await using here = await createTestBench({ tools: [tool] });
  okOf(await here.call("probe"));
  expect(keys).toEqual(["call", "files", "progress", "signal"]);
  expect(isFrozen).toBe(true);
});

const Clockwork: ServiceToken<"clockwork", string> = defineService<string>()("clockwork");

test.each<[what: string, open: (() => string) | undefined, why: string]>([
  ["is not there", undefined, "nothing provides it"],
  [
    "fails when it is opened",
    () => {
      throw new Error("no power");
    },
    "no power",
  ],
])("a service that %s ends the call naming it", async (_what, open, why) => {
  const tool = defineTool({
    name: "probe",
    description: "Needs a service.",
    input: z.strictObject({}),
    mutates: false,
    needs: [Clockwork],
    run: (_input, { clockwork }) => ok(clockwork),
  });
  const services = open === undefined ? [] : [{ token: Clockwork, open }];
  await using here = await createTestBench({ tools: [tool], services });
  const outcome = failureOf(await here.call("probe"));
  expect(outcome).toMatchObject({ status: "failed", code: "execution_error" });
  expect(outcome.message).toBe(`probe needs the service "clockwork", which is gone (${why})`);
});

test("progress comes at most ten times a second, the newest winning, masked, cleaned and short", async () => {
  const clock = createManualClock();
  const seen: Progress[] = [];
  let report: RunContext["progress"] = () => undefined;
  let end = (): void => undefined;
  const tool = probe(({ progress }) => {
    report = progress;
    return new Promise((resolve) => {
      end = () => resolve(ok("done"));
    });
  });
  await using here = await createTestBench({
    tools: [tool],
    clock,
    secrets: [{ name: "PW", value: "hunter22" }],
  });
  const running = here.call("probe", {}, { onProgress: (progress) => void seen.push(progress) });
  await clock.advance(0);
  report("hunter22\u001b[1m", 0.5);
  report("two", 2);
  report("three", Number.NaN);
  expect(seen).toHaveLength(1);
  await clock.advance(100);
  report(`${"a".repeat(1995)} hunter22 ${"😀".repeat(2000)}`);
  await clock.advance(100);
  report("too much", 1.5);
  await clock.advance(100);
  report("last");
  end();
  await running;
  report("after the result");
  await clock.advance(1000);
  const { call } = await running;
  expect(new Set(seen.map(({ callId }) => callId))).toEqual(new Set([call.id]));
  expect(seen.slice(3)).toEqual([{ callId: call.id, message: "too much" }]);
  expect(seen[0]).toMatchObject({ message: "[PW][1m", fraction: 0.5 });
  expect(seen[1]).toEqual({ callId: call.id, message: "three" });
  expect(seen[2]?.message).toBe(`${"a".repeat(1995)} [PW]`);
  expect(clock.waiting).toBe(0);
});

test.each([
  [
    "throws",
    () => {
      throw new Error("the socket is gone");
    },
  ],
  ["rejects", () => Promise.reject(new Error("the socket is gone"))],
])("a listener that %s is a line in the log and no end of the call", async (_what, onProgress) => {
  const tool = probe(({ progress }) => {
    progress("one");
    return ok("done");
  });
  await using here = await createTestBench({ tools: [tool] });
  okOf(await here.call("probe", {}, { onProgress }));
  await expect
    .poll(() => here.logLines)
    .toContainEqual({ level: "error", message: "a listener failed: the socket is gone" });
});
