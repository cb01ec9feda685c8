// Prevents: a conversation that is shown out of order, twice, or without an end, and one that grows without bound.
import type { AgentEventBody } from "@wield/agent";
import { expect, test } from "vitest";
import { call, done, NO_USAGE, numbered, result } from "../testing/events.ts";
import { WRITE_REQUEST } from "../testing/write-request.ts";
import { reduceEvent } from "./reduce-event.ts";
import { addBlock, shortenStream, takeFinished } from "./settle.ts";
import { EMPTY_TRANSCRIPT } from "./transcript.ts";
import type { Block, Transcript } from "./transcript.ts";

const after = (...bodies: readonly AgentEventBody[]): Transcript =>
  numbered(bodies).reduce(reduceEvent, EMPTY_TRANSCRIPT);
const kinds = (blocks: readonly Block[]): readonly string[] =>
  blocks.map((block) => ("text" in block ? `${block.kind} ${block.text}` : block.kind));
const turn = (text: string): AgentEventBody => ({ type: "turn", turn: 1, message_id: "m1", text });
const text = (delta: string): AgentEventBody => ({ type: "text", delta });

test("message, answer, calls and end stand in their order", () => {
  const { finished, live } = after(
    turn("hi"),
    { type: "reasoning", delta: "hm" },
    text("I "),
    text("read."),
    call("c1"),
    result("c1"),
    text("Done."),
    done("Done."),
  );
  expect(kinds(finished)).toEqual([
    "person hi",
    "reasoning hm",
    "answer I read.",
    "call",
    "answer Done.",
    "end",
  ]);
  expect(live).toEqual([]);
});

test("calls of a batch end in any order and are shown in the order they were made", () => {
  const open = after(call("c1"), call("c2"), result("c2"));
  expect(open.finished).toEqual([]);
  expect(open.live).toHaveLength(2);
  const { finished } = numbered([result("c1")], 4).reduce(reduceEvent, open);
  expect(finished.map((block) => block.kind === "call" && block.card.callId)).toEqual(["c1", "c2"]);
});

test("progress belongs to its call and goes with its end", () => {
  const running = after(call("c1"), {
    type: "tool_progress",
    call_id: "c1",
    message: "50 of 100",
    fraction: 0.5,
  });
  expect(running.live[0]).toMatchObject({ card: { progress: { message: "50 of 100", fraction: 0.5 } } });
  const ended = numbered([result("c1")], 3).reduce(reduceEvent, running);
  expect(ended.finished[0]).not.toHaveProperty("card.progress");
});

test("a reset withdraws what was streamed, and says so when a part of it was printed", () => {
  expect(after(turn("x"), text("one two"), { type: "reset" }, text("again"), done()).finished).toMatchObject([
    { kind: "person" },
    { kind: "answer", text: "again" },
    { kind: "end" },
  ]);
  const split = shortenStream(after(text("one\n\ntwo")), () => true);
  const reset = numbered([{ type: "reset" }], 5).reduce(reduceEvent, split);
  expect(kinds(reset.finished)).toEqual([
    "answer one\n\n",
    "notice the answer above broke off and does not count; it is asked for again",
  ]);
});

test("a long answer is printed part by part, and a notice does not cut it in two", () => {
  const streaming = after(text("one\n\n```js\na\nb"));
  const split = shortenStream(streaming, () => true);
  expect(split.finished).toEqual([{ kind: "answer", text: "one\n\n```js\na\n```\n", isContinued: false }]);
  const noticed = addBlock(split, { kind: "notice", level: "info", text: "by the way" });
  const { finished } = numbered([text("c\n```"), done()], 9).reduce(reduceEvent, noticed);
  expect(finished.map(({ kind }) => kind)).toEqual(["answer", "answer", "notice", "end"]);
  expect(finished[1]).toMatchObject({ isContinued: true, text: expect.stringContaining("bc\n") });
});

test("a turn that ends leaves nothing running behind", () => {
  const { live, finished } = after(call("c1"), {
    type: "done",
    reason: "cancelled",
    answer: "",
    usage: NO_USAGE,
    steps: 1,
    calls: 1,
    denied: 0,
    exit_code: 130,
  });
  expect(live).toEqual([]);
  expect(finished).toMatchObject([
    { kind: "call", card: { end: { status: "interrupted" } } },
    { kind: "end", reason: "cancelled" },
  ]);
});

test("an approval stays in sight until it is answered, with the exact rule in the line that remains", () => {
  const open = after(call("c1"), { type: "approval", id: "apr_1", request: WRITE_REQUEST });
  expect(open.live).toMatchObject([{ kind: "call" }, { kind: "approval" }]);
  const answer = { choice: "always", by: "ada", surface: "terminal", at: 5 } as const;
  const { live, finished } = numbered([{ type: "approval", id: "apr_1", answer }], 5).reduce(
    reduceEvent,
    open,
  );
  expect(live).toHaveLength(1);
  expect(finished).toMatchObject([
    {
      kind: "decision",
      isAllowed: true,
      text: expect.stringMatching(/^allowed always in this workspace: .*a\.txt/),
    },
  ]);
});

test("what was printed is forgotten: a long session takes no more room than a short one", () => {
  let transcript = EMPTY_TRANSCRIPT;
  let printed = 0;
  for (let index = 0; index < 5000; index += 1) {
    const bodies = [turn("hi"), call(`c${index}`), result(`c${index}`, "x".repeat(2000)), text("ok"), done()];
    transcript = numbered(bodies, index * 5).reduce(reduceEvent, transcript);
    const [blocks, rest] = takeFinished(transcript);
    printed += blocks.length;
    transcript = rest;
  }
  expect(printed).toBe(20_000);
  expect(JSON.stringify(transcript).length).toBeLessThan(30_000);
});
