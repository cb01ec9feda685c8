// Prevents: a call with two outcomes or none, and a record that tells what it must not or can be changed.
import { createTestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "../contract/define-tool.ts";
import { fail, ok, type ToolResult } from "../contract/result.ts";
import { defineService } from "../services/service.ts";
import { personWho } from "../testing/asker-fixture.ts";
import { readText, writeText } from "../testing/file-tools-fixture.ts";
import { failureOf, okOf } from "../testing/outcome-fixture.ts";
import type { CallOutcome } from "./call.ts";

const tools = [readText, writeText];
const files = { "a.txt": "a" };

function returning(name: string, run: () => unknown) {
  return defineTool({
    name,
    description: "Ends as a test wants.",
    input: z.strictObject({ a: z.string().optional() }),
    mutates: false,
    run: () => run() as ToolResult,
  });
}

test("every way a call can end gives one outcome, in the journal and to observers", async () => {
  const probes = [
    returning("good", () => ok("x")),
    returning("bad", () => fail("my_code", "no")),
    returning("broken", () => undefined),
    returning("throws", () => {
      throw new Error("x");
    }),
  ];
  await using here = await createTestBench({ tools: [...tools, ...probes], files });
  const seen: CallOutcome[] = [];
  here.pipeline.addObserver({ callEnded: (outcome) => void seen.push(outcome) });
  const deny = [{ name: "no", check: () => "no" }];
  const ends = [
    await here.call("good"),
    await here.call("bad"),
    await here.call("broken"),
    await here.call("throws"),
    await here.call("nope"),
    await here.call("good", "{broken"),
    await here.call("good", {}, { wasCutOff: true }),
    await here.call("good", {}, { guards: deny }),
    await here.call("good", {}, { signal: AbortSignal.abort() }),
    await here.call("write_text", { path: "b.txt" }, { settings: { approvalMode: "prompt" } }),
    await here.call(
      "write_text",
      { path: "b.txt" },
      { settings: { approvalMode: "prompt" }, askers: [personWho("deny").asker] },
    ),
    await here.call("write_text", { path: "b.txt" }, { settings: { approvalMode: "deny" } }),
    await here.call("write_text", { path: "../b.txt" }),
    ...(await here.batch([
      { tool: "good" },
      { tool: "nope" },
      { tool: "write_text", input: { path: "b.txt" } },
    ])),
  ];
  expect(seen).toHaveLength(ends.length);
  expect(ends.every((outcome) => seen.includes(outcome))).toBe(true);
  const outcomes = here.journal.ofType("outcome");
  const statuses = ends.map(({ call, status }) => `${call.id} ${status}`);
  expect(outcomes.map(({ callId, status }) => `${callId} ${status}`).toSorted()).toEqual(statuses.toSorted());
  expect(here.journal.ofType("proposed")).toHaveLength(ends.length);
  for (const { callId } of outcomes) {
    const types = here.journal.typesOf(callId);
    expect([types[0], types.at(-1)]).toEqual(["proposed", "outcome"]);
  }
});

test("Q-001, Q-002: broken and cut-off calls end with an error result and do not run", async () => {
  let runs = 0;
  await using here = await createTestBench({
    tools: [
      returning("probe", () => {
        runs += 1;
        return ok("x");
      }),
    ],
  });
  const inputs = [
    '{"path": "a.txt", "content',
    '{"{"a":1}',
    "[1]",
    '"x"',
    "{} trailing",
    '{"a":"x"}{"a":"y"}',
  ];
  for (const input of inputs) {
    const outcome = failureOf(await here.call("probe", input));
    expect(outcome).toMatchObject({
      status: "failed",
      code: "invalid_arguments",
      call: { stage: "decode", effects: [] },
    });
    expect(outcome.call.input).toBeUndefined();
  }
  const cut = failureOf(await here.call("probe", '{"a":"line1\\nline2', { wasCutOff: true }));
  expect(cut.message).toContain("was cut off by the length limit and was not run");
  expect(runs).toBe(0);
});

test("what callers and observers get cannot be changed, and one that tries changes nothing", async () => {
  await using here = await createTestBench({
    tools: [returning("probe", () => ok("x", { list: [1] }, { notes: ["n"] }))],
  });
  here.pipeline.addObserver({
    callEnded: (outcome) => {
      Object.assign(outcome, { status: "failed" });
    },
  });
  const outcome = okOf(await here.call("probe", { a: "b" }));
  const parts = [
    outcome,
    outcome.call,
    outcome.call.effects,
    outcome.call.changed,
    outcome.call.input,
    outcome.notes,
    outcome.origins,
    outcome.blocks,
    outcome.data,
  ];
  expect(parts.every((part) => Object.isFrozen(part))).toBe(true);
  expect(outcome.data).toEqual({ list: [1] });
  expect(here.logLines).toContainEqual({
    level: "error",
    message: expect.stringContaining("an observer failed"),
  });
});

test.each([
  [
    "throws",
    () => {
      throw new Error("gone");
    },
  ],
  ["rejects", () => Promise.reject(new Error("gone"))],
])("an observer that %s is a line in the log, and the others are told", async (_what, callEnded) => {
  let told = 0;
  await using here = await createTestBench({ tools, files });
  here.pipeline.addObserver({ callEnded });
  const remove = here.pipeline.addObserver({ callEnded: () => void (told += 1) });
  okOf(await here.call("read_text", { path: "a.txt" }));
  remove();
  okOf(await here.call("read_text", { path: "a.txt" }));
  expect(told).toBe(1);
  await expect
    .poll(() => here.logLines.filter(({ message }) => message === "an observer failed: gone"))
    .toHaveLength(2);
});

test("a journal that throws against its contract does not take the outcome away", async () => {
  await using here = await createTestBench({
    tools,
    files,
    wrapJournal: (journal) => ({
      ...journal,
      append: () => {
        throw new Error("no disk");
      },
    }),
  });
  expect(okOf(await here.call("read_text", { path: "a.txt" })).text).toBe("a");
  expect(failureOf(await here.call("nope")).code).toBe("not_found");
  expect(here.logLines).toContainEqual({
    level: "error",
    message: expect.stringContaining("the journal refused the entry outcome"),
  });
});

test("a fault of a service provider or a port is one failed call, told without its stack", async () => {
  const Broken = defineService<object>()("broken");
  await using here = await createTestBench({
    tools,
    files,
    services: [{ token: Broken, open: () => ({}) }],
    wrapFiles: (driver) => ({ ...driver, resolve: () => Promise.reject(new Error("the disk is gone")) }),
  });
  const outcome = failureOf(await here.call("read_text", { path: "a.txt" }));
  expect(outcome).toMatchObject({ status: "failed", code: "execution_error" });
  expect(outcome.message).toBe('"read_text" could not be carried out: the disk is gone');
  expect(here.journal.ofType("outcome")).toHaveLength(1);
});

test("a call carries who made it, where it stands and what it did", async () => {
  await using here = await createTestBench({ tools, files });
  const parent = { callId: "call_p", rootId: "call_r", ancestors: ["call_r"] };
  const turn = { number: 3, step: 2, sawOutside: false };
  const outcome = okOf(
    await here.call(
      "write_text",
      { text: "x", path: "b.txt" },
      { caller: "code", surface: "web", sessionId: "ses_9", parent, turn },
    ),
  );
  expect(outcome.call).toMatchObject({
    rootId: "call_r",
    parentId: "call_p",
    caller: "code",
    surface: "web",
    sessionId: "ses_9",
    turn: 3,
    step: 2,
    tool: "write_text",
    input: { path: "b.txt", text: "x" },
    effects: [{ kind: "write", path: "b.txt" }],
    stage: "record",
    changed: ["b.txt"],
  });
  expect(outcome.call.id).not.toBe("call_r");
  expect(here.journal.ofType("proposed")[0]).toMatchObject({
    rootId: "call_r",
    parentId: "call_p",
    turn: 3,
    step: 2,
    caller: "code",
  });
});

test("the journal keeps the input as it came, and the decoded one when that differs", async () => {
  await using here = await createTestBench({ tools, files });
  const recorded = async (input: string | { readonly path: string }) => {
    const { call } = await here.call("read_text", input);
    const entries = here.journal.entries.filter(({ callId }) => callId === call.id);
    return entries.flatMap((entry) =>
      entry.type === "proposed" ? [entry.rawInput] : entry.type === "decided" ? [entry.input] : [],
    );
  };
  expect(await recorded({ path: "a.txt" })).toEqual([{ path: "a.txt" }, undefined]);
  expect(await recorded('{"path":"a.txt"}')).toEqual(['{"path":"a.txt"}', undefined]);
  expect(await recorded('{"file":"a.txt"}')).toEqual(['{"file":"a.txt"}', { path: "a.txt" }]);
  const { call } = await here.call("write_text", { path: "b.txt" });
  expect(here.journal.ofType("decided").find(({ callId }) => callId === call.id)?.input).toEqual({
    path: "b.txt",
    text: "new",
  });
});

const VALUE = 'pass"wörd\n22';

test.each<[how: string, input: string]>([
  ["as JSON writes it", JSON.stringify({ path: "a.txt", [VALUE]: VALUE })],
  [
    "with every character escaped",
    `{"path":"a.txt","x":"${[...VALUE].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"}`,
  ],
  ["behind an escaped line end", `{"path":"a.txt","x":"\\nsk-${"abcdefghijklmnopqrstuvwxyz"}0123"}`],
  ["in text that is broken", `{"path":"a.txt","x":${JSON.stringify(VALUE)}`],
])("a secret in a call's text %s is not in the journal", async (_how, input) => {
  await using here = await createTestBench({ tools, files, secrets: [{ name: "PW", value: VALUE }] });
  const outcome = await here.call("read_text", input);
  const everything = JSON.stringify([here.journal.entries, outcome]);
  expect(everything).toMatch(/\[PW\]|\[REDACTED_API_KEY\]/);
  expect(everything).not.toMatch(/wörd|w\\\\u00f6|sk-abc/);
});

test("effects are kept without secrets, in the journal, the request and the record", async () => {
  const tool = defineTool({
    name: "runs",
    description: "Would run a command.",
    input: z.strictObject({}),
    mutates: true,
    effects: () => [
      { kind: "run", command: "login hunter22", folder: "hunter22" },
      { kind: "opaque", label: "with hunter22" },
    ],
    run: () => ok("done"),
  });
  await using here = await createTestBench({
    tools: [tool],
    secrets: [
      { name: "PW", value: "hunter22" },
      { name: "KIND", value: "opaque" },
    ],
  });
  const { asker, seen } = personWho("once");
  const outcome = okOf(
    await here.call("runs", {}, { askers: [asker], settings: { approvalMode: "prompt" } }),
  );
  expect(JSON.stringify([seen, outcome, here.journal.entries])).not.toContain("hunter22");
  expect(outcome.call.effects).toEqual([
    { kind: "run", command: "login [PW]", folder: "[PW]" },
    { kind: "opaque", label: "with [PW]" },
  ]);
});

test("the summary of an outcome is the first of what came, without a fence", async () => {
  const tool = defineTool({
    name: "fetches",
    description: "Gives text from outside.",
    input: z.strictObject({}),
    mutates: false,
    effects: () => [{ kind: "connect", host: "example.org", port: 443 }],
    run: () => ok(`page ${"x".repeat(500)}`),
  });
  await using here = await createTestBench({ tools: [tool] });
  okOf(await here.call("fetches"));
  const [entry] = here.journal.ofType("outcome");
  expect(entry?.summary).toBe(`page ${"x".repeat(195)}`);
  expect(entry?.origins).toEqual(["example.org"]);
});
