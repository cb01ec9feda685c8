// Prevents: a link or folder swapped at the right instant leading a read or a write of a server outside.
import { afterAll, expect, test } from "vitest";
import { OPERATIONS, RACES, startRace, totals } from "../../race/race-round.ts";
import { createRemoteFiles } from "./create-remote-files.ts";
import { createLocalShellPlace } from "./local-shell-place.ts";

const driver = createRemoteFiles(createLocalShellPlace());
afterAll(() => driver.close());

test.each(RACES)("F-027: no operation leaves the folder there while %s", async (race) => {
  await using round = await startRace(driver, race);
  for (let count = 0; count < 12 || !totals(round.tally).has("ok"); count += 1) {
    for (const operation of OPERATIONS) await round.run(operation);
    expect(() => round.checkOutside()).not.toThrow();
  }
});
