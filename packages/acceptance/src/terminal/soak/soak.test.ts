// Prevents: processes, descriptors or temporary folders that grow in number with the sessions that were used.
import { expect, test } from "vitest";
import { openLocalBench } from "../terminal-bench.ts";
import { manyCommands } from "./many-commands.ts";
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

test.each([
  ["bash", 0],
  ["sh", 5],
])("one %s answers after each of many attacks, and nothing is left", async (wantedShell, seed) => {
  const { faults, hostile } = await manyCommands({
    commands: 100,
    hostile: 5,
    seed,
    open: () => openLocalBench({ wantedShell }),
    path: process.env["PATH"] ?? "/usr/bin:/bin",
  });
  expect(faults).toEqual([]);
  expect(hostile).toBe(5);
});
