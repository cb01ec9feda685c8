// Prevents: two calls that write one file at once, a call that overtakes another, and a standstill.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { LockKey } from "../effects/lock-keys.ts";
import { createLockTable, type LockAnswer } from "./lock-table.ts";

const path = (key: string, isExclusive: boolean): LockKey => ({
  key,
  isExclusive,
  isPath: true,
  holdsBack: isExclusive,
});
const write = (key: string): LockKey => path(key, true);
const read = (key: string): LockKey => path(key, false);
const record = (key: string): LockKey => ({ key, isExclusive: true, isPath: false, holdsBack: true });

/** A table whose claims can be looked at while they wait. */
function table() {
  const locks = createLockTable();
  const answers = new Map<string, LockAnswer>();
  return {
    /** `waits`, `held`, `cancelled`, or `cycle with TOOL`. */
    state: (callId: string): string => {
      const answer = answers.get(callId);
      if (answer === undefined) return "waits";
      return answer.kind === "cycle" ? `cycle with ${answer.with}` : answer.kind;
    },
    take: async (
      callId: string,
      keys: readonly LockKey[],
      ancestors: readonly string[] = [],
      signal = new AbortController().signal,
    ) => {
      void locks
        .take({ callId, tool: `tool ${callId}`, ancestors, keys }, signal)
        .then((answer) => answers.set(callId, answer));
      await settle();
    },
    release: async (callId: string) => {
      const answer = answers.get(callId);
      if (answer?.kind !== "held") throw new Error(`${callId} holds nothing`);
      answer.release();
      await settle();
    },
  };
}

const NEVER = new AbortController().signal;

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test.each<[name: string, first: LockKey[], second: LockKey[], waits: boolean]>([
  ["two writes", [write("/w/a")], [write("/w/a")], true],
  ["two reads", [read("/w/a")], [read("/w/a")], false],
  ["a read and a write", [read("/w/a")], [write("/w/a")], true],
  ["other files", [write("/w/a")], [write("/w/ab")], false],
  ["a folder and what is in it", [write("/w/a")], [read("/w/a/b/c")], true],
  ["what is in it and the folder", [read("/w/a/b/c")], [write("/w/a")], true],
  ["the root and anything", [write("/")], [write("/w/a")], true],
  ["a record of the same name", [record("/w/a")], [write("/w/a")], false],
  ["one record", [record("memory:a")], [record("memory:a")], true],
  ["a record that looks like a folder", [record("memory:a")], [record("memory:a/b")], false],
  ["one of many", [write("/w/a"), write("/w/b")], [read("/w/c"), read("/w/b")], true],
])("P-014: %s", async (_name, first, second, waits) => {
  const locks = table();
  await locks.take("1", first);
  await locks.take("2", second);
  expect(locks.state("2")).toBe(waits ? "waits" : "held");
  await locks.release("1");
  expect(locks.state("2")).toBe("held");
});

test("calls go in the order they came: a read behind a waiting write waits too", async () => {
  const locks = table();
  await locks.take("1", [read("/a")]);
  await locks.take("2", [write("/a")]);
  await locks.take("3", [read("/a")]);
  await locks.take("4", [read("/b")]);
  expect(["1", "2", "3", "4"].map(locks.state)).toEqual(["held", "waits", "waits", "held"]);
  await locks.release("1");
  expect([locks.state("2"), locks.state("3")]).toEqual(["held", "waits"]);
  await locks.release("2");
  expect(locks.state("3")).toBe("held");
});

test("all keys are taken together: who waits for one holds none", async () => {
  const locks = table();
  await locks.take("1", [write("/a")]);
  await locks.take("2", [write("/a"), write("/b")]);
  await locks.take("3", [write("/c"), write("/b")]);
  expect(locks.state("3")).toBe("waits");
  await locks.take("4", [write("/c")]);
  expect(locks.state("4")).toBe("waits");
  await locks.release("1");
  await locks.release("2");
  await locks.release("3");
  expect(locks.state("4")).toBe("held");
});

test("a call never waits for a call it is made in, but does for its siblings", async () => {
  const locks = table();
  await locks.take("program", [write("/w")]);
  await locks.take("child 1", [write("/w/a")], ["program"]);
  await locks.take("child 2", [write("/w/a")], ["program"]);
  await locks.take("grandchild", [write("/w/a")], ["child 1", "program"]);
  expect(["child 1", "child 2", "grandchild"].map(locks.state)).toEqual(["held", "waits", "held"]);
  await locks.release("grandchild");
  expect(locks.state("child 2")).toBe("waits");
  await locks.release("child 1");
  expect(locks.state("child 2")).toBe("held");
});

test("a stranger that waits for the program does not hold up the program's own calls", async () => {
  const locks = table();
  await locks.take("program", [write("/a")]);
  await locks.take("stranger", [write("/a"), write("/x")]);
  await locks.take("child", [write("/x")], ["program"]);
  expect([locks.state("stranger"), locks.state("child")]).toEqual(["waits", "held"]);
});

test("nor does one that stands behind such a stranger", async () => {
  const locks = table();
  await locks.take("program", [write("/a")]);
  await locks.take("stranger", [write("/a"), write("/x")]);
  await locks.take("behind", [write("/x")]);
  await locks.take("child", [write("/x")], ["program"]);
  expect(locks.state("child")).toBe("held");
  for (const call of ["child", "program", "stranger", "behind"]) await locks.release(call);
});

test("P-014: two programs that each hold what a call of the other wants: the second is refused, naming both", async () => {
  const locks = table();
  await locks.take("A", [write("/a")]);
  await locks.take("B", [write("/b")]);
  await locks.take("in A", [write("/b")], ["A"]);
  await locks.take("in B", [write("/a")], ["B"]);
  expect([locks.state("in A"), locks.state("in B")]).toEqual(["waits", "cycle with tool in A"]);
  await locks.release("B");
  expect(locks.state("in A")).toBe("held");
});

test("a circle of three programs is found", async () => {
  const locks = table();
  for (const name of ["A", "B", "C"]) await locks.take(name, [write(`/${name}`)]);
  await locks.take("in A", [write("/B")], ["A"]);
  await locks.take("in B", [write("/C")], ["B"]);
  await locks.take("in C", [write("/A")], ["C"]);
  expect(["in A", "in B", "in C"].map(locks.state)).toEqual(["waits", "waits", "cycle with tool in A"]);
});

test("a circle through a place in the queue is found", async () => {
  const locks = table();
  await locks.take("A", [write("/a")]);
  await locks.take("B", [write("/b")]);
  await locks.take("stranger", [write("/b"), write("/x")]);
  await locks.take("in A", [write("/x")], ["A"]);
  expect(locks.state("in A")).toBe("waits");
  await locks.take("in B", [write("/a")], ["B"]);
  expect(locks.state("in B")).toBe("cycle with tool in A");
});

test("a wait can be cancelled, and those behind go on", async () => {
  const locks = table();
  const stop = new AbortController();
  await locks.take("1", [read("/a")]);
  await locks.take("2", [write("/a")], [], stop.signal);
  await locks.take("3", [read("/a")]);
  stop.abort();
  await settle();
  expect(["2", "3"].map(locks.state)).toEqual(["cancelled", "held"]);
  await locks.take("4", [write("/z")], [], stop.signal);
  expect(locks.state("4")).toBe("cancelled");
});

test("giving back twice gives back once", async () => {
  const locks = table();
  await locks.take("1", [write("/a")]);
  await locks.release("1");
  await locks.take("2", [write("/a")]);
  await locks.release("1");
  await locks.take("3", [write("/a")]);
  expect(locks.state("3")).toBe("waits");
});

test("whatever programs and calls come, in whatever order they end: no conflict is held and none waits for ever", async () => {
  const key = fc.record({ name: fc.constantFrom("/a", "/b", "/c", "/a/x"), isExclusive: fc.boolean() });
  const step = fc.record({
    keys: fc.array(key, { minLength: 1, maxLength: 3 }),
    parent: fc.nat(5),
    ends: fc.nat(5),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const locks = createLockTable();
      const running = new Map<
        string,
        { release: () => void; ancestors: readonly string[]; keys: readonly LockKey[]; open: number }
      >();
      const pending = new Map<string, Promise<unknown>>();
      const canEnd = () => [...running].filter(([, call]) => call.open === 0);
      const end = async ([callId, call]: ReturnType<typeof canEnd>[number]) => {
        running.delete(callId);
        const [parent] = call.ancestors;
        const above = parent === undefined ? undefined : running.get(parent);
        if (above !== undefined) above.open -= 1;
        call.release();
        await settle();
      };
      for (const [index, { keys: wanted, parent, ends }] of steps.entries()) {
        const callId = `c${index}`;
        const candidates = [...running];
        const inside = parent === 0 ? undefined : candidates[parent % Math.max(1, candidates.length)];
        const ancestors = inside === undefined ? [] : [inside[0], ...inside[1].ancestors];
        const keys = wanted.map(({ name, isExclusive }) => path(name, isExclusive));
        if (inside !== undefined) inside[1].open += 1;
        const take = async (): Promise<void> => {
          const answer = await locks.take({ callId, tool: callId, ancestors, keys }, NEVER);
          pending.delete(callId);
          if (answer.kind === "held")
            running.set(callId, { release: answer.release, ancestors, keys, open: 0 });
          else if (inside !== undefined) inside[1].open -= 1;
        };
        pending.set(callId, take());
        await settle();
        expectNoConflict(running);
        const finished = canEnd()[ends];
        if (finished !== undefined) await end(finished);
        expectNoConflict(running);
      }
      for (let left = canEnd()[0]; left !== undefined; left = canEnd()[0]) await end(left);
      expect([...pending.keys(), ...running.keys()]).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

function expectNoConflict(
  running: ReadonlyMap<string, { ancestors: readonly string[]; keys: readonly LockKey[] }>,
): void {
  for (const [id, call] of running) {
    for (const [otherId, other] of running) {
      if (id === otherId || call.ancestors.includes(otherId) || other.ancestors.includes(id)) continue;
      const isConflict = call.keys.some((one) =>
        other.keys.some((two) => (one.isExclusive || two.isExclusive) && touches(one.key, two.key)),
      );
      expect(isConflict).toBe(false);
    }
  }
}

function touches(left: string, right: string): boolean {
  return left === right || left.startsWith(`${right}/`) || right.startsWith(`${left}/`);
}
