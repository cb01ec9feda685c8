// `node packages/acceptance/scripts/race-soak.ts [SECONDS]`: whole calls against a process that swaps links, 60 s by
// default. Ends with an error as soon as anything forbidden was seen or changed.
import { FORBIDDEN, racePipeline, SWAPS } from "../src/races/pipeline-race.ts";

const seconds = Number(process.argv[2] ?? "60");
const each = (seconds * 1000) / (FORBIDDEN.length * SWAPS.length);

for (const forbidden of FORBIDDEN) {
  for (const swap of SWAPS) {
    const end = performance.now() + each;
    const { answers } = await racePipeline({ swap, forbidden }, () => performance.now() < end);
    process.stdout.write(`${forbidden} ${swap}: ${JSON.stringify(answers)}\n`);
  }
}
