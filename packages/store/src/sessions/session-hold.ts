import { readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { faultCode } from "../home/describe-fault.ts";
import { identityName, isDead, ownIdentity, parseIdentityName } from "../process/process-identity.ts";
import type { ProcessIdentity } from "../process/process-identity.ts";

const HOLD_NAME = /^hold\.(\d{1,9})(\.free)?$/;
const MOST_TRIES = 20;

/** A session's folder, held by this process. */
export interface Hold {
  release(): void;
}

interface Held {
  readonly number: number;
  readonly name: string;
  readonly isFree: boolean;
}

/**
 * Takes hold of a session's folder, or says which living process has it. A hold is a link whose target names the
 * process: made in one step, and by one process only. Its number rises with each taking and the highest is never
 * removed, so that who looked before another took over cannot take over from that one.
 */
export function takeHold(folder: string): Hold | { readonly heldBy: ProcessIdentity } {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const holds = holdsIn(folder);
    const highest = holds[0];
    const owner = highest === undefined ? undefined : livingOwner(folder, highest);
    if (owner !== undefined) return { heldBy: owner };
    const number = (highest?.number ?? 0) + 1;
    const name = `hold.${number}`;
    if (!claim(join(folder, name))) continue;
    // Somebody may have taken and given back this very number, and another a higher one, since it was looked.
    const now = holdsIn(folder);
    if ((now[0]?.number ?? number) > number) {
      rmSync(join(folder, name), { force: true });
      continue;
    }
    for (const old of now) if (old.name !== name) rmSync(join(folder, old.name), { force: true });
    return { release: () => release(folder, name) };
  }
  return { heldBy: ownIdentity() };
}

/** The living process that holds the folder; one that cannot be seen from here counts as living. */
export function holderOf(folder: string): ProcessIdentity | undefined {
  const highest = holdsIn(folder)[0];
  return highest === undefined ? undefined : livingOwner(folder, highest);
}

function claim(path: string): boolean {
  try {
    symlinkSync(identityName(ownIdentity()), path);
    return true;
  } catch (error) {
    if (faultCode(error) === "EEXIST") return false;
    throw error;
  }
}

function release(folder: string, name: string): void {
  try {
    renameSync(join(folder, name), join(folder, `${name}.free`));
  } catch {
    // The folder is gone, or cannot be written: this process' end frees it as well.
  }
}

function livingOwner(folder: string, hold: Held): ProcessIdentity | undefined {
  if (hold.isFree) return undefined;
  const owner = parseIdentityName(targetOf(join(folder, hold.name)));
  return owner === undefined || isDead(owner) ? undefined : owner;
}

function targetOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

/** Highest first; of one number the one that is in force first. */
function holdsIn(folder: string): readonly Held[] {
  return readdirSync(folder)
    .map((name) => ({ name, match: HOLD_NAME.exec(name) }))
    .flatMap(({ name, match }) =>
      match === null ? [] : [{ name, number: Number(match[1]), isFree: match[2] !== undefined }],
    )
    .toSorted((one, other) => other.number - one.number || Number(one.isFree) - Number(other.isFree));
}
