// Kills processes that change files, at random instants, while others do the same on the same home, and looks after
// each kill whether what is on disk is what was promised.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { runWield } from "../command/wield.ts";
import { checkEnd } from "./check-end.ts";
import { checkFiles } from "./check-files.ts";
import { checkNextStart } from "./check-next-start.ts";
import { checkUndo } from "./check-undo.ts";
import { readJournalFiles } from "./journal-file.ts";
import { startMutator, type Mutator } from "./mutator.ts";
import { seededRandom } from "./seeded-random.ts";
import type { SoakWorld } from "./soak-world.ts";

const PROCESSES = 3;
/** Longest time from the beginning of a change to the kill; a large one takes about 30 ms. */
const LATEST_KILL_MS = 30;
/** Of one process; it makes about a dozen between two kills. */
const MOST_FILES = 14;
const APPROVAL_TIMEOUT_S = 5;

export interface CrashSoakOptions {
  readonly kills: number;
  readonly seed: number;
  /** The built command; default: from source. */
  readonly main?: string;
  /** Told after each kill. */
  readonly progress?: (text: string) => void;
}

export interface CrashSoakReport {
  /** Each says what was found after which kill. */
  readonly violations: readonly string[];
  /** How often which thing was seen: a proof that something was tried. */
  readonly counts: ReadonlyMap<string, number>;
  /** Kept when something was found. */
  readonly root: string;
}

export async function crashSoak(options: CrashSoakOptions): Promise<CrashSoakReport> {
  const { kills, seed, main, progress = () => undefined } = options;
  const root = realpathSync(mkdtempSync(join(tmpdir(), "wield-soak-")));
  const [home, workspace] = [join(root, "home"), join(root, "work")];
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(workspace);
  writeFileSync(join(home, "config.yaml"), `tools:\n  approval_timeout: ${APPROVAL_TIMEOUT_S}\n`);
  const random = seededRandom(seed);
  const violations: string[] = [];
  const counts = new Map<string, number>();
  let now = "";
  const world: SoakWorld = {
    home,
    workspace,
    journal: readJournalFiles(home),
    random,
    command: (args) =>
      runWield(args, { cwd: workspace, home, limitMs: 60_000, ...(main === undefined ? {} : { main }) }),
    violation: (text) => {
      violations.push(`${now}: ${text}`);
      progress(`VIOLATION ${now}: ${text}`);
    },
    count: (what) => counts.set(what, (counts.get(what) ?? 0) + 1),
  };
  const start = (folder: string, expected?: Map<string, string>): Promise<Mutator> =>
    startMutator(
      { home, workspace, folder, seed: random.whole(1, 2 ** 31), asks: folder === "p3" },
      expected,
    );

  const mutators: Mutator[] = [];
  for (let number = 1; number <= PROCESSES; number += 1) mutators.push(await start(`p${number}`));
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      // Now and then all die at once, as when the machine is switched off.
      const victims = random.next() < 0.08 ? [...mutators] : [random.of(mutators)];
      now = `kill ${kill} of ${victims.map(({ folder, pid }) => `${folder} (${pid})`).join(" and ")}`;
      await victims[0]?.begins(random.whole(0, 4));
      await delay(random.next() * LATEST_KILL_MS);
      const living = mutators.filter((mutator) => !victims.includes(mutator));
      await Promise.all(victims.map((victim) => victim.kill()));
      world.count("kills");
      for (const mutator of living) await mutator.standStill();
      world.journal.update();
      for (const victim of victims) checkFiles(victim, world);
      await checkNextStart(victims, { living, world });
      for (const victim of victims) await checkUndo(victim, world);
      for (const victim of victims) {
        keepFew(victim, workspace);
        mutators[mutators.indexOf(victim)] = await start(victim.folder, victim.expected);
      }
      for (const mutator of living) mutator.goOn();
      progress(`${now}: ${violations.length} violations so far`);
    }
    now = "at the end";
    await Promise.all(mutators.map((mutator) => mutator.kill()));
    world.journal.update();
    for (const mutator of mutators) checkFiles(mutator, world);
    await delay(APPROVAL_TIMEOUT_S * 1000);
    await checkNextStart(mutators, { living: [], world });
    await checkEnd(mutators, { world, kills: kills + PROCESSES });
  } finally {
    for (const mutator of mutators) mutator.goOn();
    await Promise.all(mutators.map((mutator) => mutator.kill()));
  }
  if (violations.length === 0) rmSync(root, { recursive: true, force: true });
  return { violations, counts, root };
}

function keepFew({ expected }: Mutator, workspace: string): void {
  for (const path of [...expected.keys()].slice(0, Math.max(0, expected.size - MOST_FILES))) {
    rmSync(join(workspace, path));
    expected.delete(path);
  }
}
