// A long race, run by hand: `node packages/host/scripts/race-soak.ts [seconds] [descriptors|checks]`. Ends with an
// error as soon as anything of the outside was seen or changed.
import { createLocalFiles } from "../src/files/local-files.ts";
import { OPERATIONS, RACES, startRace, totals } from "../src/race/race-round.ts";

const seconds = Number(process.argv[2] ?? "60");
const driver = createLocalFiles({ holding: process.argv[3] === "checks" ? "checks" : "descriptors" });

for (const race of RACES) {
  await using round = await startRace(driver, race);
  const end = performance.now() + (seconds * 1000) / RACES.length;
  while (performance.now() < end) {
    for (const operation of OPERATIONS) await round.run(operation);
    round.checkOutside();
  }
  process.stdout.write(`${race}: ${JSON.stringify(Object.fromEntries(totals(round.tally)))}\n`);
}
