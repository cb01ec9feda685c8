// Prevents: a chat that cannot be left, and one that is left by a key meant to stop something.
import { expect, test } from "vitest";
import { interrupt } from "./leaving.ts";

const idle = { isBusy: false, hasText: false };

test("Ctrl-C stops what runs, and a second one within two seconds leaves", () => {
  const first = interrupt({}, { ...idle, now: 1000, isBusy: true });
  expect(first.action).toBe("stop");
  expect(interrupt(first.state, { ...idle, now: 3000, isBusy: true }).action).toBe("leave");
  expect(interrupt(first.state, { ...idle, now: 3001, isBusy: true }).action).toBe("stop");
});

test("with nothing running it clears the line, and warns before it leaves", () => {
  const cleared = interrupt({}, { ...idle, now: 1000, hasText: true });
  expect(cleared).toEqual({ state: {}, action: "clear" });
  const warned = interrupt(cleared.state, { ...idle, now: 1100 });
  expect(warned.action).toBe("warn");
  expect(interrupt(warned.state, { ...idle, now: 1200 }).action).toBe("leave");
});
