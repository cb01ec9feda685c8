import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/**
 * Node's permission model switches off what works on open descriptors (`fsync`, `fchmod`, `fchown`), because it cannot
 * tell their paths. Here they work again: by path, so that the permissions hold, and without waiting for a disk that
 * nobody reads after a crash. For a checking process only.
 */
export function permitDescriptors(): void {
  const nothing = (): void => {};
  const done = (_descriptor: number, callback: (fault: null) => void): void => {
    setImmediate(callback, null);
  };
  Object.assign(fs, {
    fsync: done,
    fdatasync: done,
    fsyncSync: nothing,
    fdatasyncSync: nothing,
    fchmodSync: (descriptor: number, mode: fs.Mode) => fs.chmodSync(pathOf(descriptor), mode),
    fchownSync: (descriptor: number, user: number, group: number) =>
      fs.chownSync(pathOf(descriptor), user, group),
  });
  syncBuiltinESMExports();
}

function pathOf(descriptor: number): string {
  return fs.readlinkSync(`/proc/self/fd/${descriptor}`);
}
