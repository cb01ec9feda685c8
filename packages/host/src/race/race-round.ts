// For race tests: works on a place while another process swaps links in it.
import { fork } from "node:child_process";
import { once } from "node:events";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Files, FilesDriver, Outcome } from "@wield/core";
import { createScopeFixture } from "../files/scope-fixture.ts";

export const RACES = ["swapFolder", "turnLink", "swapFile", "swapParents"] as const;
export type Race = (typeof RACES)[number];

export const OPERATIONS = ["read", "list", "write", "append", "delete", "create"] as const;
type Operation = (typeof OPERATIONS)[number];

/** How often each answer came, by operation: `ok` or the code of the failure. */
export type Tally = Map<Operation, Map<string, number>>;

const SECRET = "OUTSIDE";

export interface RaceRound extends AsyncDisposable {
  readonly tally: Tally;
  /** Carries out one operation; throws when anything of the outside was seen or changed. */
  run(operation: Operation): Promise<void>;
  /** Throws when the outside is not what it was. */
  checkOutside(): void;
}

/** Starts a process that swaps, and waits until it does. */
export async function startRace(driver: FilesDriver, race: Race): Promise<RaceRound> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "wield-race-")));
  const outside = join(base, "outside");
  const root = join(base, "w");
  for (const folder of [outside, root, join(root, race === "turnLink" ? "d.real" : "d")]) mkdirSync(folder);
  writeFileSync(join(outside, "f"), SECRET);
  if (race === "turnLink") symlinkSync("d.real", join(root, "d"));
  writeFileSync(join(root, "d", "f"), "INSIDE");
  const swapper = fork(join(import.meta.dirname, "swapper.program.ts"), [race, base]);
  await once(swapper, "message");
  const tally: Tally = new Map();
  let number = 0;
  const workspace = { root, readRoots: [], writeRoots: [], home: base };
  return {
    tally,
    async run(operation) {
      number += 1;
      const files = driver.open(createScopeFixture(workspace));
      const outcome = await operate(files, operation, number);
      if (JSON.stringify(outcome).includes(SECRET))
        throw new Error(`${operation} in ${race} showed the outside`);
      const counts = tally.get(operation) ?? new Map<string, number>();
      const answer = outcome.ok ? "ok" : outcome.code;
      counts.set(answer, (counts.get(answer) ?? 0) + 1);
      tally.set(operation, counts);
    },
    checkOutside() {
      const names = readdirSync(outside);
      const isFile = lstatSync(join(outside, "f"), { throwIfNoEntry: false })?.isFile() === true;
      const content = isFile ? readFileSync(join(outside, "f"), "utf8") : "nothing";
      if (names.join() !== "f" || content !== SECRET) {
        throw new Error(`${race} changed the outside: it holds ${names.join()}, and f is ${content}`);
      }
    },
    async [Symbol.asyncDispose]() {
      const ended = once(swapper, "exit");
      swapper.kill("SIGKILL");
      await ended;
      rmSync(base, { recursive: true, force: true });
    },
  };
}

async function operate(files: Files, operation: Operation, number: number): Promise<Outcome<unknown>> {
  switch (operation) {
    case "read": {
      const read = await files.read("d/f");
      return read.ok ? { ok: true, value: String(Buffer.from(read.value.bytes)) } : read;
    }
    case "list":
      return files.list("d");
    case "write":
      return files.write("d/f", "INSIDE");
    case "append":
      return files.append("d/f", "x");
    case "delete":
      return files.delete("d/f");
    case "create":
      return files.write(`d/new/${number}/f`, "INSIDE");
  }
}

/** All operations of a round together: how often each answer came. */
export function totals(tally: Tally): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const counts of tally.values()) {
    for (const [answer, count] of counts) sums.set(answer, (sums.get(answer) ?? 0) + count);
  }
  return sums;
}
