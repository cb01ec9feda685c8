// Prevents: a link that is moved between the question and the open letting a call read or change what it may not. The
// long run is `node packages/acceptance/scripts/race-soak.ts [SECONDS]`.
import { expect, test } from "vitest";
import { FORBIDDEN, racePipeline, SWAPS } from "./pipeline-race.ts";

const RACES = FORBIDDEN.flatMap((forbidden) => SWAPS.map((swap) => ({ swap, forbidden })));

test.for(RACES)("F-027: nothing of $forbidden is seen or changed while $swap is swapped", async (race) => {
  const tally = await racePipeline(race, (round) => round < 25);
  // Both were met: the way that was open, and the one that was closed.
  const ok = [...tally]
    .filter(([answer]) => answer.endsWith(" ok"))
    .reduce((sum, [, count]) => sum + count, 0);
  expect(ok).toBeGreaterThan(0);
  expect([...tally.values()].reduce((sum, count) => sum + count, 0)).toBe(125);
});
