import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { resolve } from "node:path";
import type { FilesDriver } from "@wield/core";
import { createLocalBench, type DriverBench } from "@wield/host/files-bench";

/** A fresh folder of this machine that belongs to the user of a server, whoever runs the tests. */
export function createOwnedBench(driver: FilesDriver, user: string): DriverBench {
  const bench = createLocalBench(driver);
  const own = (): void => giveTo(user, bench.base);
  own();
  const owned =
    <Given extends readonly unknown[]>(make: (...given: Given) => Promise<void>) =>
    async (...given: Given): Promise<void> => {
      await make(...given);
      own();
    };
  return {
    ...bench,
    async put(path, content, mode) {
      await bench.put(path, content);
      own();
      // Giving a file away takes its set-id bits.
      if (mode !== undefined) chmodSync(resolve(bench.workspace.root, path), mode);
    },
    folder: owned(bench.folder),
    link: owned(bench.link),
    hardLink: owned(bench.hardLink),
    fifo: owned(bench.fifo),
  };
}

/** Only root may give things away; anybody else is that user. */
export function giveTo(user: string, path: string): void {
  if (process.getuid?.() === 0) execFileSync("chown", ["-hR", `${user}:`, path]);
}
