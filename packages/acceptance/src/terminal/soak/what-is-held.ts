import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

const GONE_WITHIN_MS = 30_000;

/** What this process holds of the machine. */
export interface Held {
  /** Command lines of processes that carry the mark of one of our drivers, and of guards and engine programs. */
  readonly processes: readonly string[];
  readonly folders: readonly string[];
  readonly descriptors: number;
  readonly sockets: number;
}

/** The driver's mark names our process, so this finds what any session left, wherever it hangs. */
export function whatIsHeld(): Held {
  const ours = new RegExp(`w[0-9a-f]{8}p${process.pid}t\\d`);
  const processes = readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return [];
    const commandLine = readOr(`/proc/${pid}/cmdline`).replaceAll("\0", " ");
    return ours.test(commandLine) || ours.test(readOr(`/proc/${pid}/environ`))
      ? [`${pid} ${commandLine.slice(0, 160)}`]
      : [];
  });
  const folders = readdirSync(tmpdir()).filter(
    (name) => ours.test(name) || name.startsWith(`wield-sandbox-${process.pid}-`),
  );
  const links = readdirSync("/proc/self/fd").map((number) => linkOr(`/proc/self/fd/${number}`));
  return {
    processes,
    folders,
    descriptors: links.length,
    sockets: links.filter((link) => link.startsWith("socket:")).length,
  };
}

/** What ended may need a moment to be gone. */
export async function untilNothingIsLeft(
  alsoLeft: () => readonly string[] = () => [],
): Promise<readonly string[]> {
  const limit = performance.now() + GONE_WITHIN_MS;
  for (;;) {
    const { processes, folders } = whatIsHeld();
    const left = [...processes, ...folders, ...alsoLeft()];
    if (left.length === 0 || performance.now() > limit) return left;
    await pause(50);
  }
}

function readOr(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function linkOr(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
