// Prevents: processes, descriptors or temporary folders that grow in number with the sessions that were used.
import { expect, test } from "vitest";
import { openLocalBench } from "../terminal-bench.ts";
import { soakTerminal } from "./soak-terminal.ts";

test("sessions that are attacked, cancelled and ended leave nothing", async () => {
  const { faults, rounds } = await soakTerminal({
    seconds: 8,
    seed: 1,
    sessions: 3,
    open: () => openLocalBench(),
    path: process.env["PATH"] ?? "/usr/bin:/bin",
  });
  expect(faults).toEqual([]);
  expect(rounds).toBeGreaterThan(0);
});
