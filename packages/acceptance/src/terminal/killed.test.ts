// Prevents: commands and temporary folders that go on existing after the process that used them was killed.
import { expect, test } from "vitest";
import { killedAfter } from "./killed.ts";

/** During the start of the shell, a command, a flood, with jobs in the background, while it is all ended. */
const MOMENTS_MS = [0, 12, 60, 150, 400, 1000, 2300];

test.concurrent.each(["local", "sandbox"])("nothing of a killed process is left: %s", async (kind) => {
  for (const moment of MOMENTS_MS) expect([moment, await killedAfter(moment, [kind])]).toEqual([moment, []]);
});
