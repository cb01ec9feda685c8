import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail, isJsonObject, type Json, type Outcome, value } from "@wield/core";
import { describeFault, holderOf, takeHold } from "@wield/store";

/** The right of one process to serve a home. */
export interface ServerClaim {
  /** Keeps where it serves, for the next one that wants to. */
  announce(place: ServerPlace): void;
  release(): void;
}

interface ServerPlace {
  /** As a client is given it. */
  readonly address: string;
  readonly workspace: string;
  /** Whether somebody sees there what is asked. */
  readonly isAttended: boolean;
}

/**
 * One server for each home: two would share a token, and a client that reaches one of them cannot know which. Fails
 * with `server_running`, which names the process and where it serves, or with `io_error`. A server that was killed
 * leaves nothing that stands in the way.
 */
export function claimServer(home: string): Outcome<ServerClaim> {
  const folder = join(home, "server");
  const file = join(folder, "address.json");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const hold = takeHold(folder);
    if ("heldBy" in hold) return running(hold.heldBy.pid, readPlace(file, hold.heldBy.pid));
    return value({
      announce: (place) => {
        const next = `${file}.${process.pid}.tmp`;
        writeFileSync(next, `${JSON.stringify({ pid: process.pid, ...place })}\n`, { mode: 0o600 });
        renameSync(next, file);
      },
      release: () => {
        rmSync(file, { force: true });
        hold.release();
      },
    });
  } catch (error) {
    return fail("io_error", `${folder} cannot be used: ${describeFault(error)}`);
  }
}

/** Where this home is served now. */
export function runningServer(home: string): ServerPlace | undefined {
  const folder = join(home, "server");
  try {
    const holder = holderOf(folder);
    return holder === undefined ? undefined : readPlace(join(folder, "address.json"), holder.pid);
  } catch {
    // No server was ever started here.
    return undefined;
  }
}

function running(pid: number, place: ServerPlace | undefined): Outcome<never> {
  const where = place === undefined ? "" : `, at ${place.address} for ${place.workspace}`;
  return fail("server_running", `a server of this home runs already: process ${pid}${where}`, {
    hint: "use that one, or end it first; another home (WIELD_HOME) has a server of its own.",
  });
}

/** Nothing while that process has not said it yet. */
function readPlace(file: string, pid: number): ServerPlace | undefined {
  try {
    const said = JSON.parse(readFileSync(file, "utf8")) as Json;
    if (!isJsonObject(said) || said["pid"] !== pid) return undefined;
    const { address, workspace, isAttended } = said;
    return typeof address === "string" && typeof workspace === "string"
      ? { address, workspace, isAttended: isAttended === true }
      : undefined;
  } catch {
    return undefined;
  }
}
