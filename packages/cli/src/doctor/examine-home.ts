import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describeFault, makeFolder } from "@wield/store";
import { finding } from "./finding.ts";
import type { Finding } from "./finding.ts";

const OTHERS = 0o077;

/** Whether records can be written in the home, tried as the journal would: a file in its folder, synced. */
export function examineHome(home: string): Finding {
  const journal = join(home, "journal");
  const probe = join(journal, `.doctor-${process.pid}.tmp`);
  try {
    makeFolder(journal);
    const fd = openSync(probe, "wx", 0o600);
    try {
      writeSync(fd, "x");
      fsyncSync(fd);
    } finally {
      closeSync(fd);
      rmSync(probe, { force: true });
    }
  } catch (error) {
    return finding(
      "home",
      "fault",
      `${home} cannot be written: ${describeFault(error)}; calls are not recorded`,
    );
  }
  const mode = statSync(home).mode & 0o777;
  return (mode & OTHERS) === 0
    ? finding("home", "ok", `${home} is writable, and yours alone`)
    : finding("home", "hint", `${home} is writable; others may look into it (mode ${mode.toString(8)})`, [
        `chmod 700 ${home}`,
      ]);
}
