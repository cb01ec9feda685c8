import { readdirSync, statSync } from "node:fs";

/** A file that is still being read at the next look takes long, whatever the disk. */
const LOOKS_MS = 40;
const LOOKS = 2;

/**
 * Looks now and then which files a process has open, and tells once when it is busy with large ones. That is a few
 * looks for a whole search, where asking for the size of each file would cost a third of it. Linux only.
 */
export function watchLargeReads(pid: number, maxBytes: number, onLarge: () => void): Disposable {
  let seen = 0;
  const timer = setInterval(() => {
    seen = readsLarge(pid, maxBytes) ? seen + 1 : 0;
    if (seen < LOOKS) return;
    clearInterval(timer);
    onLarge();
  }, LOOKS_MS);
  timer.unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

function readsLarge(pid: number, maxBytes: number): boolean {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).some((fd) => {
      // Closed since it was listed.
      const stats = statSync(`${folder}/${fd}`, { throwIfNoEntry: false });
      return stats?.isFile() === true && stats.size > maxBytes;
    });
  } catch {
    // It has ended, or belongs to somebody else by now.
    return false;
  }
}
