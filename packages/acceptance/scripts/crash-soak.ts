// `npm run soak:crash [-- KILLS [SEED [BUILT COMMAND]]]`: 300 kills by default. Ends with 1 when something was found, and
// leaves the folders for a look then.
import { crashSoak } from "../src/crash/crash-soak.ts";

const [kills = "300", seed = String(Date.now() % 1_000_000), main] = process.argv.slice(2);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(130));
const started = performance.now();
process.stdout.write(`seed ${seed}\n`);
const { violations, counts, root } = await crashSoak({
  kills: Number(kills),
  seed: Number(seed),
  ...(main === undefined ? {} : { main }),
  progress: (text) => process.stderr.write(`${text}\n`),
});
for (const [what, count] of [...counts].toSorted())
  process.stdout.write(`${String(count).padStart(7)}  ${what}\n`);
process.stdout.write(
  `${violations.length} violations in ${Math.round((performance.now() - started) / 1000)} s\n`,
);
for (const violation of violations) process.stdout.write(`  ${violation}\n`);
if (violations.length > 0) process.stdout.write(`look at ${root}\n`);
process.exitCode = violations.length === 0 ? 0 : 1;
