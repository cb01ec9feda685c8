// Prevents: a guard that is passed over, or one that changes what a tool gets.
import { createManualClock, createTestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "../contract/define-tool.ts";
import { ok } from "../contract/result.ts";
import type { Effect } from "../effects/effect.ts";
import type { Guard, GuardedCall } from "../policy/guard.ts";
import { readText, writeText } from "../testing/file-tools-fixture.ts";
import { failureOf, okOf } from "../testing/outcome-fixture.ts";

const bench = () => createTestBench({ tools: [readText, writeText], files: { "a.txt": "a" } });

const guard = (name: string, check: (call: GuardedCall) => unknown): Guard => ({
  name,
  check: check as Guard["check"],
});

const writes: readonly [what: string, change: (call: GuardedCall) => void][] = [
  ["the input", (call) => Object.assign(call.input as object, { path: "b.txt" })],
  ["the call", (call) => Object.assign(call, { input: { path: "b.txt" }, mutates: false })],
  ["the list of effects", (call) => (call.effects as unknown[]).splice(0)],
  ["an effect", (call) => Object.assign(call.effects[0]?.effect as object, { path: "b.txt" })],
  ["a resolved effect", (call) => Object.assign(call.effects[0] as object, { path: undefined })],
  ["a real path", (call) => Object.assign(call.effects[0]?.path as object, { real: "/tmp/b.txt" })],
  ["a path's folders", (call) => Object.assign(call.effects[0]?.path?.lineage ?? [], { length: 0 })],
  ["the workspace", (call) => Object.assign(call.workspace, { root: "/" })],
  ["the roots", (call) => (call.workspace.writeRoots as string[]).push("/")],
  ["the tool", (call) => Object.assign(call.tool, { mutates: false })],
  ["the tool's schema", (call) => Object.assign(call.tool.input.json.properties, { other: {} })],
];

test.each(writes)("P-001: a guard cannot change %s", async (_what, change) => {
  await using here = await bench();
  const seen: unknown[] = [];
  const first = guard("first", (call) => {
    try {
      change(call);
    } catch {
      // It is frozen.
    }
  });
  const second = guard(
    "second",
    (call) => void seen.push(structuredClone([call.input, call.effects, call.workspace])),
  );
  here.pipeline.addGuard(first);
  here.pipeline.addGuard(second);
  okOf(await here.call("write_text", { path: "a.txt", text: "b" }));
  expect(await here.read("a.txt")).toBe("b");
  expect(seen).toMatchObject([
    [{ path: "a.txt", text: "b" }, [{ path: { display: "a.txt" } }], { writeRoots: [] }],
  ]);
});

test("P-002: a denial ends the call with its reason and hint, and the body does not run", async () => {
  await using here = await bench();
  const guards = [guard("mine", () => ({ decision: "deny", reason: "not today", hint: "ask tomorrow." }))];
  expect(await here.call("write_text", { path: "b.txt" }, { guards })).toMatchObject({
    status: "denied",
    code: "policy_denied",
    message: "not today",
    hint: "ask tomorrow.",
    call: { stage: "guard" },
  });
  await expect(here.read("b.txt")).rejects.toThrow();
});

test.each<[what: string, check: () => unknown]>([
  ["true", () => true],
  ["allowed", () => ({ allowed: true })],
  [
    "a throw",
    () => {
      throw new Error("boom");
    },
  ],
  ["a rejection", () => Promise.reject(new Error("boom"))],
])("P-002: %s is an error of the guard, and the body does not run", async (_what, check) => {
  await using here = await bench();
  const outcome = failureOf(
    await here.call("write_text", { path: "b.txt" }, { guards: [guard("odd", check)] }),
  );
  expect(outcome).toMatchObject({ status: "denied", code: "guard_error" });
  expect(outcome.message).toContain('the guard "odd"');
  await expect(here.read("b.txt")).rejects.toThrow();
});

test("P-004: a guard that hangs blocks the call within its time, and a cancel does not wait for it", async () => {
  const clock = createManualClock();
  await using here = await createTestBench({ tools: [counting()], clock });
  here.pipeline.addGuard(guard("slow", () => new Promise(() => undefined)));
  const hung = here.call("counting");
  await clock.advance(10_000);
  expect(await hung).toMatchObject({ status: "denied", code: "guard_error" });
  const stop = new AbortController();
  const cancelled = here.call("counting", {}, { signal: stop.signal });
  await clock.advance(1);
  stop.abort();
  expect(await cancelled).toMatchObject({ status: "cancelled", code: "cancelled" });
});

test("P-005: a guard of the pipeline blocks every caller in every conversation", async () => {
  await using here = await bench();
  const remove = here.pipeline.addGuard(guard("closed", () => "closed for all"));
  for (const caller of ["agent", "subagent", "code", "mcp", "http", "cli", "test"] as const) {
    const outcome = failureOf(
      await here.call("write_text", { path: "b.txt" }, { caller, sessionId: caller }),
    );
    expect(outcome.message).toBe("closed for all");
  }
  const inBatch = await here.batch([{ tool: "read_text", input: { path: "a.txt" } }]);
  expect(inBatch[0]).toMatchObject({ status: "denied", message: "closed for all" });
  await expect(here.read("b.txt")).rejects.toThrow();
  remove();
  okOf(await here.call("write_text", { path: "b.txt" }));
});

test("taking a guard back takes back that registration and no other of the same guard", async () => {
  await using here = await bench();
  const closed = guard("closed", () => "closed");
  const first = here.pipeline.addGuard(closed);
  const second = here.pipeline.addGuard(closed);
  first();
  first();
  expect((await here.call("read_text", { path: "a.txt" })).status).toBe("denied");
  second();
  expect((await here.call("read_text", { path: "a.txt" })).status).toBe("ok");
});

test("guards speak in their fixed order, and the journal keeps every answer without secrets", async () => {
  const secrets = [{ name: "PW", value: "hunter22" }];
  await using here = await createTestBench({
    tools: [writeText],
    secrets,
    settings: { approvalMode: "deny", rules: [{ tool: "write_text", match: { path: "x" }, action: "deny" }] },
  });
  here.pipeline.addGuard(guard("registered", () => "knows hunter22"));
  const guards = [guard("guardrail", () => undefined)];
  const outcome = failureOf(await here.call("write_text", { path: ".wield/config.yaml" }, { guards }));
  expect(outcome.message).toContain("is changed only by a person");
  const [decided] = here.journal.ofType("decided");
  expect(decided?.answers.map(({ guard: name, answer }) => `${name}: ${answer}`)).toEqual([
    "floor: deny",
    "path rules: abstain",
    "permission rules: deny",
    "provenance: abstain",
    "guardrail: abstain",
    "registered: deny",
  ]);
  expect(JSON.stringify(here.journal.entries)).not.toContain("hunter22");
  expect(decided?.answers.at(-1)?.reason).toBe("knows [PW]");
});

test.each<[what: string, effects: unknown, said: string]>([
  ["no list", "write a.txt", "effects() did not return a list"],
  ["a promise", Promise.resolve([]), "effects() did not return a list"],
  ["an unknown kind", [{ kind: "wirte", path: "a" }], '"wirte" is no kind of effect'],
  ["nothing in it", [undefined], "undefined is no effect"],
  ["an effect without its path", [{ kind: "write" }], "the effect write has no right path"],
])("effects that are %s end the call before it runs", async (_what, effects, said) => {
  await using here = await createTestBench({ tools: [withEffects(() => effects as Effect[])] });
  const outcome = failureOf(await here.call("with_effects"));
  expect(outcome).toMatchObject({ status: "failed", code: "execution_error", call: { stage: "guard" } });
  expect(outcome.message).toContain(said);
});

test("effects that throw end the call, and a path that cannot be one too", async () => {
  await using here = await createTestBench({
    tools: [
      withEffects(() => {
        throw new RangeError("too far");
      }),
      writeText,
    ],
  });
  expect(failureOf(await here.call("with_effects")).message).toContain("too far");
  const bad = failureOf(await here.call("write_text", { path: "a\u0000b" }));
  expect(bad).toMatchObject({ status: "failed", call: { stage: "guard" } });
});

test("effects are taken as they were: changing the list afterwards changes nothing", async () => {
  const kept: Effect[] = [{ kind: "write", path: "a.txt" }];
  await using here = await createTestBench({ tools: [withEffects(() => kept)] });
  here.pipeline.addGuard(guard("late", () => void kept.push({ kind: "write", path: "b.txt" })));
  const outcome = okOf(await here.call("with_effects"));
  expect(outcome.call.effects).toEqual([{ kind: "write", path: "a.txt" }]);
});

test("effects see read-only facts and frozen input, and no services", async () => {
  let seen: unknown;
  const spy = defineTool({
    name: "spy",
    description: "Shows what effects are given.",
    input: z.strictObject({ a: z.string() }),
    mutates: "depends",
    effects: (input, view) => {
      seen = { isFrozen: Object.isFrozen(input) && Object.isFrozen(view), view };
      return [];
    },
    run: () => ok("done"),
  });
  await using here = await createTestBench({ tools: [spy, readText] });
  okOf(await here.call("spy", { a: "x" }, { caller: "agent", surface: "web" }));
  expect(seen).toEqual({
    isFrozen: true,
    view: {
      surface: "web",
      caller: "agent",
      platform: process.platform,
      activeTools: ["read_text", "spy"],
      workspaceName: "test",
      hasStoredOutputs: false,
      sessionId: "ses_test",
    },
  });
});

function withEffects(effects: () => readonly Effect[]) {
  return defineTool({
    name: "with_effects",
    description: "Declares what a test wants.",
    input: z.strictObject({}),
    mutates: true,
    effects,
    run: () => ok("done"),
  });
}

function counting() {
  return defineTool({
    name: "counting",
    description: "Does nothing.",
    input: z.strictObject({}),
    mutates: false,
    run: () => ok("done"),
  });
}
