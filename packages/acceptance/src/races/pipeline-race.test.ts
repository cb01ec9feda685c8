// Prevents: a link that is moved between the question and the open letting a call read or change what it may not. The
// long run is `node packages/acceptance/scripts/race-soak.ts [SECONDS]`.
import { expect, test } from "vitest";
import { FORBIDDEN, racePipeline, SWAPS } from "./pipeline-race.ts";

const RACES = FORBIDDEN.flatMap((forbidden) => SWAPS.map((swap) => ({ swap, forbidden })));

test.for(RACES)("F-027: nothing of $forbidden is seen or changed while $swap is swapped", async (race) => {
  const tally = await racePipeline(race, (round, { ok }) => round < 25 || (ok === 0 && round < 500));
  // The way that was open was met, too.
  expect(tally.ok).toBeGreaterThan(0);
  expect(tally.calls).toBeGreaterThanOrEqual(125);
});
