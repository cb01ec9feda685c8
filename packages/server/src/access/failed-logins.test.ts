// Prevents: tokens tried at full speed, and a memory of addresses without end.
import { expect, test } from "vitest";
import { createFailedLogins } from "./failed-logins.ts";

test("the eleventh wrong token in a minute is told to wait, per address, until the minute is over", () => {
  let now = 1000;
  const logins = createFailedLogins({ monotonic: () => now });
  for (let count = 0; count < 10; count += 1) expect(logins.failed("10.0.0.1")).toBeUndefined();
  now += 20_000;
  expect(logins.failed("10.0.0.1")).toBe(40);
  expect(logins.failed("10.0.0.2")).toBeUndefined();
  now += 40_000;
  expect(logins.failed("10.0.0.1")).toBeUndefined();
});

test("a flood of addresses pushes out the oldest alone", () => {
  const logins = createFailedLogins({ monotonic: () => 0 });
  for (let count = 0; count < 11; count += 1) logins.failed("old");
  for (let count = 0; count < 11; count += 1) logins.failed("kept");
  for (let other = 0; other < 4095; other += 1) logins.failed(`flood ${other}`);
  expect(logins.failed("kept")).toBe(60);
  expect(logins.failed("old")).toBeUndefined();
});
