// Prevents: entries that the pipeline writes and the journal then calls unreadable, so that a call that was about
// to happen is not seen as interrupted.
import { expect, test } from "vitest";
import type { JournalEntry } from "@wield/core";
import { decodeEntry, encodeEntry } from "./entry-codec.ts";
import { intent } from "../testing/entries.ts";

const read = (entry: JournalEntry): unknown => decodeEntry(encodeEntry(entry));

test("an intent and a decision without input are entries: it stands in an earlier one of the call", () => {
  const { input: _input, ...bare } = intent("call_1");
  expect(read(bare)).toMatchObject({ ...bare, owner: { pid: process.pid } });
  const decided: JournalEntry = {
    v: 1,
    type: "decided",
    callId: "call_1",
    at: 1,
    effects: [{ kind: "opaque", label: "send" }],
    answers: [{ guard: "floor", answer: "abstain" }],
    decision: "run",
  };
  expect(read(decided)).toEqual(decided);
});

test("a temporary file that is named while the call runs is an entry", () => {
  const entry: JournalEntry = { v: 1, type: "temporary", callId: "call_1", at: 1, path: "/w/.wield-1-0.tmp" };
  expect(read(entry)).toEqual(entry);
});
