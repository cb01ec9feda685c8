// Prevents: a call that runs without the answer it needed, or after something else was approved.
import { rename, symlink } from "node:fs/promises";
import { createManualClock, createTestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "../contract/define-tool.ts";
import { ok } from "../contract/result.ts";
import type { Asker } from "./call.ts";
import type { ApprovalAnswer } from "../ports/approvals.ts";
import { Files } from "../services/files.ts";
import { personWho, SILENT } from "../testing/asker-fixture.ts";
import { deleteFile, readText, writeText } from "../testing/file-tools-fixture.ts";
import { failureOf, okOf } from "../testing/outcome-fixture.ts";

const PROMPT = { approvalMode: "prompt" } as const;
const tools = [readText, writeText, deleteFile];
const bench = () => createTestBench({ tools, files: { "a.txt": "a" }, settings: PROMPT });
const call = { path: "b.txt", text: "b" };

test("P-003: nobody to ask is a denial that names the surface and the settings", async () => {
  await using here = await bench();
  const outcome = failureOf(await here.call("write_text", call, { surface: "telegram" }));
  expect(outcome).toMatchObject({
    status: "denied",
    code: "approval_unavailable",
    call: { stage: "approve" },
  });
  expect(outcome.message).toBe(
    'write_text needs an answer (approval_mode is "prompt": write_text changes b.txt), and nobody can be asked: nobody is attached to the surface telegram',
  );
  expect(outcome.hint).toContain("tools.approval_mode");
  await expect(here.read("b.txt")).rejects.toThrow();
  expect(here.approvals.all).toEqual([]);
});

test("R-006: headless, a call that needs an answer is denied with that reason, in the journal too", async () => {
  await using here = await bench();
  const outcome = await here.call("write_text", call, { noAskerReason: "wield run has nobody attached" });
  expect(failureOf(outcome).message).toContain("wield run has nobody attached");
  expect(here.journal.typesOf(outcome.call.id)).toEqual(["proposed", "decided", "outcome"]);
  expect(here.journal.ofType("outcome")[0]).toMatchObject({ status: "denied", code: "approval_unavailable" });
});

const odd = (answer: unknown): Asker => ({ surface: "web", ask: async () => answer as ApprovalAnswer });
const failing = (how: () => never): Asker => ({ surface: "web", ask: () => how() });
const boom = (): never => {
  throw new Error("the socket is gone");
};

test.each<[what: string, asker: Asker]>([
  ["throws", failing(boom)],
  ["rejects", { surface: "web", ask: () => Promise.reject(new Error("the socket is gone")) }],
  ["answers yes", odd("yes")],
  ["answers true", odd(true)],
  ["answers null", odd(null)],
  ["answers a choice there is not", odd({ choice: "maybe", by: "Ada", surface: "web", at: 0 })],
  ["answers no choice", odd({ by: "Ada" })],
])("P-003: an approver who %s is no approver", async (_what, asker) => {
  await using here = await bench();
  const outcome = failureOf(await here.call("write_text", call, { askers: [asker] }));
  expect(outcome).toMatchObject({ status: "denied", code: "approval_unavailable" });
  await expect(here.read("b.txt")).rejects.toThrow();
  expect(await here.approvals.pending()).toEqual([]);
});

test("P-003: one who can answer is enough, whatever becomes of the others", async () => {
  await using here = await bench();
  const quiet: Asker = { surface: "web", ask: async () => undefined };
  const { asker } = personWho("once");
  const askers = [failing(boom), odd("yes"), quiet, asker];
  okOf(await here.call("write_text", call, { askers }));
  expect(await here.read("b.txt")).toBe("b");
});

test("R-002: a yes runs the call, once", async () => {
  await using here = await bench();
  const { asker, seen } = personWho("once");
  okOf(await here.call("write_text", call, { askers: [asker] }));
  okOf(await here.call("write_text", call, { askers: [asker] }));
  expect(seen).toHaveLength(2);
  const [asked] = here.journal.ofType("asked");
  expect(here.journal.ofType("answered")[0]).toMatchObject({
    approvalId: asked?.approvalId,
    answer: "once",
    by: "Ada",
    surface: "terminal",
  });
  expect(here.journal.typesOf(asked?.callId ?? "")).toEqual([
    "proposed",
    "decided",
    "asked",
    "answered",
    "intent",
    "outcome",
  ]);
});

test("R-002: a no is told with who and why, and nothing runs", async () => {
  await using here = await bench();
  const outcome = failureOf(
    await here.call("write_text", call, { askers: [personWho("deny", "use the other file").asker] }),
  );
  expect(outcome).toMatchObject({
    status: "denied",
    code: "approval_denied",
    message: "Ada refused this call: use the other file",
  });
  expect(failureOf(await here.call("write_text", call, { askers: [personWho("deny").asker] })).message).toBe(
    "Ada refused this call",
  );
  await expect(here.read("b.txt")).rejects.toThrow();
});

test("R-002: no answer in five minutes is a refusal, and the question is closed", async () => {
  const clock = createManualClock();
  await using here = await createTestBench({ tools, settings: PROMPT, clock });
  const asked = here.call("write_text", call, { askers: [SILENT] });
  const request = await here.approvals.nextRequest();
  expect(request.deadline - request.createdAt).toBe(300_000);
  await clock.advance(299_999);
  expect(await here.approvals.pending()).toHaveLength(1);
  await clock.advance(1);
  expect(await asked).toMatchObject({
    status: "denied",
    code: "approval_denied",
    message: "write_text was not run: no answer within 300 s",
  });
  expect(here.journal.ofType("answered")[0]).toMatchObject({ answer: "expired" });
  expect(await here.approvals.answer(request.id, { choice: "once", by: "Ada", surface: "web", at: 0 })).toBe(
    "already_settled",
  );
});

test("R-002: the first answer from any surface wins, and the other askers are told", async () => {
  await using here = await bench();
  let isTold = false;
  const waiting: Asker = {
    surface: "telegram",
    ask: (_request, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          isTold = true;
          resolve({ choice: "deny", by: "late", surface: "telegram", at: 0 });
        });
      }),
  };
  const running = here.call("write_text", call, { askers: [waiting] });
  const request = await here.approvals.nextRequest();
  await here.approvals.answer(request.id, { choice: "once", by: "Eve", surface: "web", at: 0 });
  okOf(await running);
  expect(isTold).toBe(true);
  expect(here.journal.ofType("answered").map(({ by }) => by)).toEqual(["Eve"]);
});

test("an answer that came in the instant of the deadline counts; one that came with a cancel does not", async () => {
  const clock = createManualClock();
  await using here = await createTestBench({ tools, settings: PROMPT, clock });
  here.approvals.close = async () => ({ choice: "once", by: "Eve", surface: "web", at: 0 });
  const expiring = here.call("write_text", call, { askers: [SILENT] });
  await here.approvals.nextRequest();
  await clock.advance(300_000);
  okOf(await expiring);
  const stop = new AbortController();
  const cancelled = here.call("write_text", { path: "c.txt" }, { askers: [SILENT], signal: stop.signal });
  await expect.poll(() => here.approvals.all.length).toBe(2);
  stop.abort();
  expect((await cancelled).status).toBe("cancelled");
  await expect(here.read("c.txt")).rejects.toThrow();
});

test("a call cancelled while it waits ends as cancelled, and its question is closed", async () => {
  await using here = await bench();
  const stop = new AbortController();
  const running = here.call("write_text", call, { askers: [SILENT], signal: stop.signal });
  const request = await here.approvals.nextRequest();
  stop.abort();
  expect(await running).toMatchObject({ status: "cancelled", code: "cancelled", call: { stage: "approve" } });
  expect(await here.approvals.pending()).toEqual([]);
  expect(here.journal.ofType("answered")[0]).toMatchObject({ approvalId: request.id, answer: "cancelled" });
  await expect(here.read("b.txt")).rejects.toThrow();
});

test("the answer session holds for the session, always is saved as well, both exactly as shown", async () => {
  await using here = await bench();
  const session = personWho("session");
  okOf(await here.call("write_text", call, { askers: [session.asker] }));
  okOf(await here.call("write_text", call));
  expect((await here.call("write_text", { path: "c.txt" })).status).toBe("denied");
  expect((await here.call("delete_file", { path: "b.txt" })).status).toBe("denied");
  expect((await here.call("write_text", call, { sessionId: "ses_other" })).status).toBe("denied");
  expect(here.savedRules).toEqual([]);
  const always = personWho("always");
  okOf(await here.call("delete_file", { path: "b.txt" }, { askers: [always.asker] }));
  expect(here.savedRules).toEqual([always.seen[0]?.rule]);
  expect(here.savedRules[0]).toEqual({
    tool: "delete_file",
    match: { effect: "delete", path: `${here.root}/b.txt` },
    action: "allow",
  });
});

test("where no rule can cover the call, session and always allow it once and say so", async () => {
  await using here = await bench();
  const { asker, seen } = personWho("always");
  const outcome = okOf(await here.call("write_text", { path: "b*.txt" }, { askers: [asker] }));
  expect(seen[0]?.rule).toBeUndefined();
  expect(outcome.notes).toContain("allowed once: no rule can cover this call (always was answered)");
  expect(here.savedRules).toEqual([]);
  expect((await here.call("write_text", { path: "b*.txt" })).status).toBe("denied");
});

test("a question that cannot be stored is asked of nobody", async () => {
  await using here = await bench();
  here.approvals.failCreates();
  const { asker, seen } = personWho("once");
  const outcome = failureOf(await here.call("write_text", call, { askers: [asker] }));
  expect(outcome).toMatchObject({ status: "denied", code: "approval_unavailable" });
  expect(outcome.message).toContain("could not be stored");
  expect(seen).toEqual([]);
});

test("what is approved is what runs: a link that moves while people think ends the call", async () => {
  await using here = await createTestBench({
    tools,
    files: { "one/a.txt": "1", "two/a.txt": "2" },
    settings: PROMPT,
  });
  await symlink("one", here.folder.at("link"));
  const asker: Asker = {
    surface: "web",
    ask: async () => {
      await symlink("two", here.folder.at("other"));
      await rename(here.folder.at("other"), here.folder.at("link"));
      return { choice: "once", by: "Ada", surface: "web", at: 0 };
    },
  };
  const outcome = failureOf(await here.call("write_text", { path: "link/a.txt" }, { askers: [asker] }));
  expect(outcome).toMatchObject({ status: "denied", code: "approval_denied", call: { stage: "prepare" } });
  expect([await here.read("one/a.txt"), await here.read("two/a.txt")]).toEqual(["1", "2"]);
});

test("the input as it came is in the approvals store alone; what is shown hides nothing and tells no secret", async () => {
  const secrets = [{ name: "PW", value: "hunter22" }];
  await using here = await createTestBench({ tools, settings: PROMPT, secrets });
  const { asker, seen } = personWho("once");
  const text = "use hunter22\u202e and \u200b";
  const outcome = okOf(await here.call("write_text", { path: "b.txt", text }, { askers: [asker] }));
  expect(await here.read("b.txt")).toBe(text);
  expect(here.approvals.all[0]?.rawInput).toMatchObject({ text });
  expect(seen[0]).toMatchObject({
    tool: "write_text",
    input: { path: "b.txt", text: "use [PW]<U+202E> and <U+200B>" },
    preview: "b.txt will hold use [PW]<U+202E> and <U+200B>",
    effectWords: ["write b.txt"],
    caller: "test",
    reason: 'approval_mode is "prompt": write_text changes b.txt',
  });
  expect(JSON.stringify([seen, here.journal.entries, outcome])).not.toContain("hunter22");
});

const previews: readonly [what: string, preview: (files: Files) => unknown, problem: RegExp][] = [
  ["writes", (files) => files.write("b.txt", "x"), /only reports|may not change/],
  [
    "writes and goes on",
    async (files) => {
      await files.write("b.txt", "x");
      return "fine";
    },
    /may not change b\.txt/,
  ],
  [
    "reads what is closed",
    async (files) => {
      await files.readText("closed.txt");
      return "fine";
    },
    /a rule closes closed\.txt/,
  ],
  [
    "throws",
    () => {
      throw new Error("no idea");
    },
    /no idea/,
  ],
  ["gives no text", () => 5, /the tool gave no text/],
];

test.each(previews)(
  "P-018: a preview that %s leaves the question without one, and says so",
  async (_what, preview, problem) => {
    const tool = defineTool({
      name: "previews",
      description: "Has a preview of the test's own.",
      input: z.strictObject({ path: z.string() }),
      mutates: true,
      effects: ({ path }) => [{ kind: "write", path }],
      needs: [Files],
      preview: (_input, { files }) => preview(files as Files) as string,
      run: () => ok("done"),
    });
    await using here = await createTestBench({
      tools: [tool],
      files: { "closed.txt": "x" },
      settings: { ...PROMPT, rules: [{ match: { path: "closed.txt" }, action: "deny" }] },
    });
    const { asker, seen } = personWho("once");
    okOf(await here.call("previews", { path: "b.txt" }, { askers: [asker] }));
    expect(seen[0]?.preview).toBeUndefined();
    expect(seen[0]?.previewProblem).toMatch(/^there is no preview: /);
    expect(seen[0]?.previewProblem).toMatch(problem);
    await expect(here.read("b.txt")).rejects.toThrow();
  },
);

test("a preview that hangs is left after 10 s, and its files are closed with it", async () => {
  const clock = createManualClock();
  let kept: Files | undefined;
  const tool = defineTool({
    name: "previews",
    description: "Has a preview that never ends.",
    input: z.strictObject({}),
    mutates: true,
    needs: [Files],
    preview: (_input, { files }) => {
      kept = files;
      return new Promise<string>(() => undefined);
    },
    run: () => ok("done"),
  });
  await using here = await createTestBench({
    tools: [tool],
    files: { "a.txt": "a" },
    settings: PROMPT,
    clock,
  });
  const { asker, seen } = personWho("once");
  const running = here.call("previews", {}, { askers: [asker] });
  await clock.advance(10_000);
  okOf(await running);
  expect(seen[0]?.previewProblem).toBe("there is no preview: it was not made within 10 s");
  expect(await kept?.readText("a.txt")).toMatchObject({ ok: false, code: "policy_denied" });
});

test("a long preview is cut and says so", async () => {
  await using here = await bench();
  const { asker, seen } = personWho("once");
  okOf(await here.call("write_text", { path: "b.txt", text: "x".repeat(100_000) }, { askers: [asker] }));
  expect(seen[0]?.preview?.length).toBeLessThan(30_100);
  expect(seen[0]?.preview).toContain("characters cut");
});

test("R-009: what people approved is applied to what is there then", async () => {
  await using here = await bench();
  const asker: Asker = {
    surface: "web",
    ask: async () => {
      await here.write("a.txt", "a\nuser\n");
      return { choice: "once", by: "Ada", surface: "web", at: 0 };
    },
  };
  const replace = defineTool({
    name: "replace_a",
    description: "Replaces a by b in a file as it is when it runs.",
    input: z.strictObject({ path: z.string() }),
    mutates: true,
    effects: ({ path }) => [{ kind: "write", path }],
    needs: [Files],
    async run({ path }, { files }) {
      const read = await files.readText(path);
      if (!read.ok) return read;
      const written = await files.write(path, read.value.replace("a", "b"));
      return written.ok ? ok("done") : written;
    },
  });
  here.registry.add({ source: "embedder", tools: [{ tool: replace, origin: "test" }] });
  okOf(await here.call("replace_a", { path: "a.txt" }, { askers: [asker] }));
  expect(await here.read("a.txt")).toBe("b\nuser\n");
});

test("R-001: deny refuses what changes, with what it would change, and lets reading go on", async () => {
  await using here = await bench();
  const settings = { approvalMode: "deny" } as const;
  const { asker, seen } = personWho("once");
  const outcome = failureOf(await here.call("write_text", { path: "a.txt" }, { settings, askers: [asker] }));
  expect(outcome).toMatchObject({
    status: "denied",
    code: "policy_denied",
    message: 'approval_mode is "deny": write_text would change a.txt',
  });
  okOf(await here.call("read_text", { path: "a.txt" }, { settings }));
  expect(seen).toEqual([]);
  expect(await here.read("a.txt")).toBe("a");
});
