// Prevents: sessions of clients that went away and are kept for ever, and one that ends while its call runs.
import { createManualClock } from "@wield/testkit";
import { expect, test } from "vitest";
import type { Connection } from "../serve/connection.ts";
import { createKeyedSessions } from "./keyed-sessions.ts";

const HOUR_MS = 3_600_000;

const NOBODY = {
  signal: new AbortController().signal,
  clientName: "nobody",
  canElicit: false,
  canListRoots: false,
};

function sessions() {
  const clock = createManualClock();
  const closed: number[] = [];
  const { promise: call, resolve: endCall } = Promise.withResolvers<{ content: [] }>();
  let begun = 0;
  const begin = (): Connection => {
    begun += 1;
    const number = begun;
    return {
      prepare: () => undefined,
      listTools: () => Promise.reject(new Error("not asked for")),
      scope: () => Promise.reject(new Error("not asked for")),
      callTool: () => call,
      rootsChanged: () => undefined,
      onToolsChanged: () => undefined,
      close: async () => void closed.push(number),
    };
  };
  const keyed = createKeyedSessions({ begin, clock, log: () => undefined });
  return { keyed, clock, closed, endCall, begun: () => begun };
}

const [ONE, OTHER] = ["one-key-of-a-client", "another-key-of-one"];

async function pass(clock: ReturnType<typeof createManualClock>, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 60_000) await clock.advance(60_000);
}

test("one key is one session until an hour after its last use", async () => {
  const { keyed, clock, closed, begun } = sessions();
  const first = keyed.open(ONE);
  expect(keyed.open(ONE)).toBe(first);
  expect(keyed.open(OTHER)).not.toBe(first);
  await pass(clock, HOUR_MS - 60_000);
  keyed.open(ONE);
  await pass(clock, 180_000);
  expect(closed).toEqual([2]);
  expect(keyed.open(ONE)).toBe(first);
  await pass(clock, HOUR_MS + 120_000);
  expect(closed).toEqual([2, 1]);
  expect(keyed.open(ONE)).not.toBe(first);
  expect(begun()).toBe(3);
  await keyed.close();
  expect(closed).toEqual([2, 1, 3]);
});

test("a call that runs keeps its session, however long", async () => {
  const { keyed, clock, closed, endCall } = sessions();
  const connection = keyed.open(ONE);
  if ("refusal" in connection) throw new Error(connection.refusal);
  const running = connection.callTool("slow", {}, NOBODY);
  await pass(clock, 3 * HOUR_MS);
  expect(closed).toEqual([]);
  endCall({ content: [] });
  await running;
  await pass(clock, HOUR_MS + 120_000);
  expect(closed).toEqual([1]);
});

test("what is no key is refused, and more than 512 sessions are not opened", async () => {
  const { keyed, begun } = sessions();
  for (const key of ["", "short", "x".repeat(129), "a key with blanks in it", "schlüssel-eines-kunden"])
    expect(keyed.open(key)).toMatchObject({ status: 400, refusal: expect.stringContaining("16 to 128") });
  for (let count = 0; count < 512; count += 1) keyed.open(`key-of-client-number-${count}`);
  expect(keyed.open(ONE)).toMatchObject({ status: 503 });
  expect(begun()).toBe(512);
  await keyed.close();
});
