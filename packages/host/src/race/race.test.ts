// Prevents: a link or folder swapped at the right instant leading a read or a write outside.
import { expect, test } from "vitest";
import { createLocalFiles } from "../files/local-files.ts";
import { OPERATIONS, RACES, startRace, totals } from "./race-round.ts";

const driver = createLocalFiles({ holding: "descriptors" });

test("F-027: the opened file is checked, not only its name", async () => {
  for (const race of ["swapFolder", "turnLink"] as const) {
    await using round = await startRace(driver, race);
    for (const operation of ["read", "write"] as const) {
      // Until both sides of the swap were met: else nothing was tried.
      const answers = (): ReadonlyMap<string, number> => round.tally.get(operation) ?? new Map();
      for (
        let count = 0;
        count < 500 || !answers().has("ok") || !answers().has("policy_denied");
        count += 1
      ) {
        await round.run(operation);
      }
    }
    expect(() => round.checkOutside()).not.toThrow();
  }
});

test.each(RACES)("F-027: no operation leaves the workspace while %s", async (race) => {
  await using round = await startRace(driver, race);
  for (let count = 0; count < 40 || !totals(round.tally).has("ok"); count += 1) {
    for (const operation of OPERATIONS) await round.run(operation);
    expect(() => round.checkOutside()).not.toThrow();
  }
});
