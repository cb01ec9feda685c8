// Prevents: results out of order, calls that overtake a change of the same thing, and work after a failed change.
import { createTestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "../contract/define-tool.ts";
import { fail, ok, type ToolResult } from "../contract/result.ts";
import { attachBody, bodyOf } from "../contract/tool-body.ts";
import type { ToolDefinition } from "../contract/tool-definition.ts";
import type { Effect } from "../effects/effect.ts";
import type { CallOutcome, CallRequest } from "./call.ts";
import { personWho, SILENT } from "../testing/asker-fixture.ts";
import { readText, writeText } from "../testing/file-tools-fixture.ts";

/** A tool whose calls wait until they are told to end, and that keeps note of what runs when. */
function staged() {
  const log: string[] = [];
  const running = new Set<string>();
  const ends = new Map<string, (result: ToolResult) => void>();
  let watchers: (() => void)[] = [];
  let most = 0;
  const make = (
    name: string,
    effects: (input: { readonly id: string; readonly at: string }) => readonly Effect[],
    mutates = true,
  ) =>
    defineTool({
      name,
      description: "Waits until it is told to end.",
      input: z.strictObject({ id: z.string(), at: z.string().default("x") }),
      mutates,
      effects,
      run: ({ id }) =>
        new Promise<ToolResult>((resolve) => {
          log.push(`+${id}`);
          running.add(id);
          most = Math.max(most, running.size);
          ends.set(id, (result) => {
            log.push(`-${id}`);
            running.delete(id);
            resolve(result);
          });
          for (const seen of watchers.splice(0)) seen();
        }),
    });
  return {
    log,
    make,
    running: () => [...running].toSorted().join(),
    most: () => most,
    /** Resolves once these run, and no others. */
    until: async (...ids: readonly string[]): Promise<void> => {
      const wanted = [...ids].toSorted().join();
      while ([...running].toSorted().join() !== wanted)
        await new Promise<void>((resolve) => {
          watchers.push(resolve);
        });
      // Whatever else would start has had its chance.
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      expect([...running].toSorted().join()).toBe(wanted);
    },
    end: (id: string, result: ToolResult = ok(id)): void => ends.get(id)?.(result),
  };
}

const request = (tool: string, id: string, at = "x"): CallRequest => ({ tool, input: { id, at } });
const texts = (outcomes: readonly CallOutcome[]) =>
  outcomes.map((one) => (one.status === "ok" ? one.text : `${one.status} ${one.code}`));

test("P-011: one answer per call, in the order of the calls", async () => {
  await using here = await createTestBench({ tools: [readText], files: { a: "A", b: "B" } });
  const outcomes = await here.batch([
    { tool: "read_text", input: { path: "a" } },
    { tool: "nope" },
    { tool: "read_text", input: "{broken" },
    { tool: "read_text", input: { path: "b" } },
  ]);
  expect(texts(outcomes)).toEqual(["A", "failed not_found", "failed invalid_arguments", "B"]);
  expect(await here.batch([])).toEqual([]);
});

test("Q-005: the same call twice in one answer is two calls with two ids", async () => {
  await using here = await createTestBench({ tools: [readText], files: { a: "A" } });
  const same = { tool: "read_text", input: { path: "a" } };
  const outcomes = await here.batch([same, same]);
  expect(new Set(outcomes.map(({ call }) => call.id)).size).toBe(2);
});

test("P-013: four at once and no more, started in call order, answered in call order", async () => {
  const stage = staged();
  await using here = await createTestBench({ tools: [stage.make("look", () => [], false)] });
  const outcomes = here.batch(["1", "2", "3", "4", "5", "6"].map((id) => request("look", id)));
  await stage.until("1", "2", "3", "4");
  stage.end("3");
  await stage.until("1", "2", "4", "5");
  for (const id of ["5", "4", "2", "1"]) stage.end(id);
  await stage.until("6");
  stage.end("6");
  expect(texts(await outcomes)).toEqual(["1", "2", "3", "4", "5", "6"]);
  expect(stage.most()).toBe(4);
});

test.each([
  [1, 1],
  [2, 2],
  [0, 1],
])("with max_parallel %i, %i run at once", async (maxParallel, most) => {
  const stage = staged();
  await using here = await createTestBench({
    tools: [stage.make("look", () => [], false)],
    settings: { maxParallel },
  });
  const ids = ["1", "2", "3"];
  const outcomes = here.batch(ids.map((id) => request("look", id)));
  for (const id of ids) {
    await expect.poll(() => stage.log.includes(`+${id}`)).toBe(true);
    stage.end(id);
  }
  await outcomes;
  expect(stage.most()).toBeLessThanOrEqual(most);
});

test("P-014: calls that touch the same path keep their order, others do not wait", async () => {
  await using here = await createTestBench({
    tools: [readText, writeText],
    files: { "a.txt": "old", "b.txt": "B" },
  });
  const outcomes = await here.batch([
    { tool: "write_text", input: { path: "a.txt", text: "new" } },
    { tool: "read_text", input: { path: "./a.txt" } },
    { tool: "read_text", input: { path: "b.txt" } },
  ]);
  expect(texts(outcomes)).toEqual(["wrote a.txt", "new", "B"]);
  const stage = staged();
  const tools = [
    stage.make("change", ({ at }) => [{ kind: "write", path: at }]),
    stage.make("look", ({ at }) => [{ kind: "read", path: at }], false),
  ];
  await using staging = await createTestBench({ tools });
  const running = staging.batch([
    request("look", "1", "dir/a"),
    request("change", "2", "dir"),
    request("look", "3", "dir/b"),
    request("look", "4", "other"),
  ]);
  await stage.until("1", "4");
  stage.end("1");
  await stage.until("2", "4");
  stage.end("2");
  await stage.until("3", "4");
  stage.end("3");
  stage.end("4");
  await running;
  expect(stage.log.indexOf("+3")).toBeGreaterThan(stage.log.indexOf("-2"));
});

test("P-012: after a failed change only later changes of the same path or record are held back", async () => {
  const stage = staged();
  const tools = [
    stage.make("change", ({ at }) => [{ kind: "write", path: at }]),
    stage.make("look", ({ at }) => [{ kind: "read", path: at }], false),
    stage.make("save", ({ at }) => [{ kind: "memory", record: at, changes: true }]),
    stage.make("ask", () => [{ kind: "person", questions: 1 }], false),
  ];
  await using here = await createTestBench({ tools, settings: { maxParallel: 20 } });
  const outcomes = here.batch([
    request("change", "fails", "a.txt"),
    request("change", "same", "a.txt"),
    request("change", "folder", "."),
    request("change", "other", "b.txt"),
    request("look", "look", "c.txt"),
    request("look", "again", "a.txt"),
    request("save", "save fails", "r"),
    request("save", "save same", "r"),
    request("save", "save other", "s"),
    request("ask", "ask fails"),
    request("ask", "ask same"),
  ]);
  for (const id of ["fails", "save fails", "ask fails"]) {
    await expect.poll(() => stage.log.includes(`+${id}`)).toBe(true);
    stage.end(id, fail("my_code", "no"));
  }
  for (const id of ["other", "look", "again", "save other", "ask same"]) {
    await expect.poll(() => stage.log.includes(`+${id}`)).toBe(true);
    stage.end(id);
  }
  expect(texts(await outcomes)).toEqual([
    "failed my_code",
    "cancelled cancelled",
    "cancelled cancelled",
    "other",
    "look",
    "again",
    "failed my_code",
    "cancelled cancelled",
    "save other",
    "failed my_code",
    "ask same",
  ]);
  const held = await outcomes;
  expect(held[1]).toMatchObject({
    message: "not run: change, which touches the same a.txt, failed before it",
    call: { stage: "prepare" },
  });
  expect(held[7]).toMatchObject({
    message: "not run: save, which touches the same memory r, failed before it",
  });
  expect(stage.log.filter((line) => line.startsWith("+"))).not.toEqual(expect.arrayContaining(["+same"]));
});

test("P-012: a denied change holds back like a failed one", async () => {
  await using here = await createTestBench({
    tools: [readText, writeText],
    settings: { rules: [{ tool: "write_text", match: { path: "a.txt" }, action: "deny" }] },
  });
  const outcomes = await here.batch([
    { tool: "write_text", input: { path: "a.txt" } },
    { tool: "write_text", input: { path: "b.txt" } },
  ]);
  expect(texts(outcomes)).toEqual(["denied policy_denied", "wrote b.txt"]);
  const { asker } = personWho("deny");
  const asked = await here.batch(
    [
      { tool: "write_text", input: { path: "c.txt" } },
      { tool: "write_text", input: { path: "c.txt" } },
    ],
    { askers: [asker], settings: { approvalMode: "prompt" } },
  );
  expect(texts(asked)).toEqual(["denied approval_denied", "denied approval_denied"]);
});

const unknowable: readonly [kind: string, effect: Effect][] = [
  ["a command", { kind: "run", command: "ls" }],
  ["a program", { kind: "code", scratchpad: "s" }],
  ["a browser step", { kind: "browser", page: "p", changes: true }],
  ["something unknown", { kind: "opaque", label: "x" }],
];

test.each(unknowable)(
  "P-012: %s keeps its place, and a failed one holds back nothing",
  async (_kind, effect) => {
    const stage = staged();
    const tools = [
      stage.make("command", () => [effect]),
      stage.make("look", () => [], false),
      stage.make("change", ({ at }) => [{ kind: "write", path: at }]),
    ];
    await using here = await createTestBench({ tools });
    const outcomes = here.batch([
      request("look", "1"),
      request("look", "2"),
      request("command", "3"),
      request("command", "4"),
      request("change", "5"),
      request("look", "6"),
    ]);
    await stage.until("1", "2");
    stage.end("1");
    await stage.until("2");
    stage.end("2");
    await stage.until("3");
    stage.end("3", fail("nonzero_exit", "Exit code 1"));
    await stage.until("4");
    stage.end("4");
    await stage.until("5", "6");
    stage.end("5");
    stage.end("6");
    expect(texts(await outcomes)).toEqual(["1", "2", "failed nonzero_exit", "4", "5", "6"]);
  },
);

test("neighbouring calls to servers run side by side, unless one changes what the other names", async () => {
  const stage = staged();
  const effects = ({ at }: { readonly at: string }): Effect[] => [
    { kind: "opaque", label: "t", ...(at === "x" ? {} : { resource: at }) },
  ];
  const served = ofServer(stage.make("served", effects));
  await using here = await createTestBench({ tools: [served, stage.make("look", () => [], false)] });
  const running = here.batch([
    request(served.name, "1"),
    request(served.name, "2", "issue 5"),
    request(served.name, "3", "issue 5"),
    request("look", "4"),
  ]);
  await stage.until("1", "2");
  stage.end("2");
  await stage.until("1", "3");
  stage.end("1");
  stage.end("3");
  await stage.until("4");
  stage.end("4");
  await running;
});

/** Names of servers' tools are reserved, so the definition is given another one afterwards. */
function ofServer(tool: ToolDefinition): ToolDefinition {
  const served = Object.freeze({ ...tool, name: "mcp__s__t" });
  attachBody(served, bodyOf(tool));
  return served;
}

test("a call that waits for an answer holds up only what conflicts with it", async () => {
  const stage = staged();
  const tools = [
    stage.make("change", ({ at }) => [{ kind: "write", path: at }]),
    stage.make("look", ({ at }) => [{ kind: "read", path: at }], false),
  ];
  await using here = await createTestBench({
    tools,
    settings: { rules: [{ match: { path: "asked" }, action: "ask" }] },
  });
  const outcomes = here.batch(
    [request("change", "1", "asked"), request("change", "2", "free"), request("change", "3", "asked")],
    { askers: [SILENT] },
  );
  const first = await here.approvals.nextRequest();
  await stage.until("2");
  await expect.poll(async () => (await here.approvals.pending()).length).toBe(2);
  stage.end("2");
  await here.approvals.answer(first.id, { choice: "once", by: "Ada", surface: "web", at: 0 });
  await stage.until("1");
  const [second] = await here.approvals.pending();
  await here.approvals.answer(second?.id ?? "", { choice: "once", by: "Ada", surface: "web", at: 0 });
  stage.end("1");
  await stage.until("3");
  stage.end("3");
  expect(texts(await outcomes)).toEqual(["1", "2", "3"]);
});

test("calls of other conversations wait for the same path too, and a cancelled wait lets go", async () => {
  const stage = staged();
  await using here = await createTestBench({
    tools: [stage.make("change", ({ at }) => [{ kind: "write", path: at }])],
  });
  const stop = new AbortController();
  const first = here.call("change", { id: "1" }, { sessionId: "ses_a" });
  await stage.until("1");
  const second = here.call("change", { id: "2" }, { sessionId: "ses_b", signal: stop.signal });
  const third = here.call("change", { id: "3" }, { sessionId: "ses_c" });
  await stage.until("1");
  stop.abort();
  expect(await second).toMatchObject({ status: "cancelled", call: { stage: "prepare" } });
  stage.end("1");
  await stage.until("3");
  stage.end("3");
  expect(texts([await first, await third])).toEqual(["1", "3"]);
});

test("P-014: calls made by one program run one after the other, and never wait for the program", async () => {
  const stage = staged();
  await using here = await createTestBench({
    tools: [stage.make("change", ({ at }) => [{ kind: "write", path: at }])],
  });
  const program = here.call("change", { id: "program", at: "." });
  await stage.until("program");
  const [proposed] = here.journal.ofType("proposed");
  const callId = proposed?.callId ?? "";
  const parent = { callId, rootId: callId };
  const children = ["c1", "c2"].map((id) =>
    here.call("change", { id, at: "a.txt" }, { caller: "code", parent }),
  );
  await stage.until("program", "c1");
  stage.end("c1");
  await stage.until("program", "c2");
  stage.end("c2");
  const outcomes = await Promise.all(children);
  expect(outcomes.map(({ call }) => [call.parentId, call.rootId])).toEqual([
    [callId, callId],
    [callId, callId],
  ]);
  stage.end("program");
  await program;
});

test("P-014: programs that each hold what a call of the other wants: one is refused, naming both", async () => {
  const stage = staged();
  const tools = [
    stage.make("change", ({ at }) => [{ kind: "write", path: at }]),
    stage.make("other", ({ at }) => [{ kind: "write", path: at }]),
  ];
  await using here = await createTestBench({ tools });
  const programs = [here.call("change", { id: "A", at: "a" }), here.call("change", { id: "B", at: "b" })];
  await stage.until("A", "B");
  const [first, second] = here.journal.ofType("proposed").map(({ callId }) => ({ callId, rootId: callId }));
  if (first === undefined || second === undefined) throw new Error("the programs were not proposed");
  const inner = here.call("change", { id: "in A", at: "b" }, { caller: "code", parent: first });
  await stage.until("A", "B");
  const refused = await here.call("other", { id: "in B", at: "a" }, { caller: "code", parent: second });
  expect(refused).toMatchObject({
    status: "failed",
    code: "preparation_error",
    message: "other and change each wait for what the other holds",
  });
  stage.end("B");
  await stage.until("A", "in A");
  stage.end("in A");
  stage.end("A");
  await Promise.all([...programs, inner]);
});
