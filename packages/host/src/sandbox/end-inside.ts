import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/** What is ended may have started something between being seen and being ended. */
const MOST_ROUNDS = 20;

/**
 * Ends everything that runs in the sandboxes with a private folder. They are known by their mounts: what cleared its
 * environment and began a session of its own is found too, and nothing inside can take a mount away.
 */
export function endInside(temporary: string): void {
  const name = basename(temporary);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const inside = processNumbers().filter((pid) => mountsOf(pid).includes(name));
    if (inside.length === 0) return;
    for (const pid of inside) kill(pid);
  }
}

function processNumbers(): readonly number[] {
  try {
    return readdirSync("/proc")
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && pid !== process.pid);
  } catch {
    return [];
  }
}

/** Empty for a process that has ended, or belongs to somebody else. */
function mountsOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/mountinfo`, "utf8");
  } catch {
    return "";
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
