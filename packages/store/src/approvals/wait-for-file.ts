import { watch } from "node:fs";

const POLL_MS = 250;

/**
 * Waits until `isThere` says yes or the signal is aborted. Looks when something changes in the folder, and four
 * times a second, for a watch may fail or miss. Keeps the process alive meanwhile.
 */
export async function waitForFile(
  folder: string,
  signal: AbortSignal,
  isThere: () => Promise<boolean>,
): Promise<void> {
  let wake = (): void => undefined;
  let hasChanged = false;
  const changed = (): void => {
    hasChanged = true;
    wake();
  };
  const watcher = watchFolder(folder, changed);
  signal.addEventListener("abort", changed);
  try {
    while (!signal.aborted) {
      hasChanged = false;
      if (await isThere()) return;
      // The answer may have come while it was looked for.
      if (!hasChanged) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, POLL_MS);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
    }
  } finally {
    signal.removeEventListener("abort", changed);
    watcher?.close();
  }
}

function watchFolder(folder: string, changed: () => void): { close(): void } | undefined {
  try {
    const watcher = watch(folder, changed);
    // Out of watches, or the folder is gone: looking by time goes on.
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
