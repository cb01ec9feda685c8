// Prevents: a guard that crashes, hangs or babbles and lets the call through.
import { createManualClock } from "@wield/testkit";
import { expect, test } from "vitest";
import { guardedWith } from "../testing/guarded-call-fixture.ts";
import type { Guard } from "./guard.ts";
import { runGuards } from "./run-guards.ts";

const call = guardedWith([]);

function guard(name: string, check: () => unknown): Guard {
  return { name, check: check as Guard["check"] };
}

async function verdictOf(...guards: readonly Guard[]) {
  const { verdict } = await runGuards(guards, call, createManualClock());
  return verdict;
}

/** A promise of a library of its own: its `then` returns nothing. */
function thenable(then: (done: (answer: string) => void) => void): object {
  const made = {};
  Reflect.set(made, "then", then);
  return made;
}

const shifty = {
  get decision(): string {
    throw new Error("no");
  },
};

test.each<[what: string, check: () => unknown, said: RegExp]>([
  [
    "throws",
    () => {
      throw new Error("boom");
    },
    /failed: boom/,
  ],
  [
    "throws a text",
    () => {
      throw "boom";
    },
    /failed: boom/,
  ],
  ["rejects", () => Promise.reject(new Error("boom")), /failed: boom/],
  ["answers true", () => true, /answered true/],
  ["answers false", () => false, /answered false/],
  ["answers 5", () => 5, /answered 5/],
  ["answers null", () => null, /answered null/],
  ["answers allowed", () => ({ allowed: true }), /answered {"allowed":true}/],
  ["answers allow", () => ({ decision: "allow", reason: "fine" }), /answered {"decision":"allow"/],
  ["answers maybe", () => ({ decision: "maybe" }), /answered {"decision":"maybe"}/],
  ["denies without a reason field", () => ({ decision: "deny" }), /answered {"decision":"deny"}/],
  ["answers a function", () => () => undefined, /answered a function/],
  ["promises true", () => Promise.resolve(true), /answered true/],
  ["answers something that throws when it is read", () => shifty, /failed: no/],
  [
    "is a thenable that throws",
    () =>
      thenable(() => {
        throw new Error("boom");
      }),
    /failed: boom/,
  ],
])("P-004: a guard that %s blocks the call, by its name", async (_what, check, said) => {
  const verdict = await verdictOf(guard("odd", check));
  expect(verdict).toMatchObject({ decision: "deny", isError: true, guard: "odd" });
  expect(verdict?.reason).toMatch(/^the guard "odd" .*, so the call was not run$/);
  expect(verdict?.reason).toMatch(said);
});

test("P-004: a guard that gives no answer blocks within 10 s", async () => {
  const clock = createManualClock();
  const asked = runGuards([guard("slow", () => new Promise(() => undefined))], call, clock);
  await clock.advance(9999);
  expect(clock.waiting).toBe(1);
  await clock.advance(1);
  expect((await asked).verdict).toMatchObject({
    isError: true,
    reason: 'the guard "slow" gave no answer within 10 s, so the call was not run',
  });
  expect(clock.waiting).toBe(0);
});

test("P-002: nothing is no opinion, a text is a denial, and a verdict is taken with its hint", async () => {
  expect(
    await verdictOf(
      guard("a", () => undefined),
      guard("b", () => Promise.resolve(undefined)),
    ),
  ).toBeUndefined();
  expect(await verdictOf(guard("a", () => "not now"))).toMatchObject({
    decision: "deny",
    reason: "not now",
    isError: false,
  });
  expect(await verdictOf(guard("a", () => ({ decision: "ask", reason: "sure?", hint: "h" })))).toMatchObject({
    decision: "ask",
    reason: "sure?",
    hint: "h",
  });
  expect(await verdictOf(guard("a", () => thenable((done) => done("no"))))).toMatchObject({
    decision: "deny",
    reason: "no",
    isError: false,
  });
});

test("a denial without words still says who denied", async () => {
  expect((await verdictOf(guard("quiet", () => " ")))?.reason).toBe('the guard "quiet" gave no reason');
});

test("deny beats ask beats nothing, and among equals the first one speaks; all are asked", async () => {
  const asked: string[] = [];
  const guards = [
    guard("nothing", () => void asked.push("nothing")),
    guard("ask 1", () => (asked.push("ask 1"), { decision: "ask", reason: "a1" })),
    guard("deny 1", () => (asked.push("deny 1"), "d1")),
    guard("broken", () => (asked.push("broken"), 5)),
    guard("ask 2", () => (asked.push("ask 2"), { decision: "ask", reason: "a2" })),
  ];
  const { verdict, answers } = await runGuards(guards, call, createManualClock());
  expect(verdict).toMatchObject({ guard: "deny 1", reason: "d1" });
  expect(asked).toEqual(["nothing", "ask 1", "deny 1", "broken", "ask 2"]);
  expect(answers.map(({ guard: name, answer }) => `${name}: ${answer}`)).toEqual([
    "nothing: abstain",
    "ask 1: ask",
    "deny 1: deny",
    "broken: error",
    "ask 2: ask",
  ]);
  expect(await verdictOf(...guards.filter(({ name }) => name.startsWith("ask")))).toMatchObject({
    reason: "a1",
  });
});
