import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { GUARD_SCRIPT } from "./guard-script.data.ts";

export interface Guard {
  /** It removes that folder too; absolute. */
  keep(folder: string): void;
  /** It has nothing to do any more. */
  leave(): void;
}

/**
 * A small process that waits for the end of ours, however that ends. Then it ends what carries the mark and removes the
 * temporary folders of that name (`wield-KIND-NAME.…`). It never keeps our process alive.
 */
export function startGuard(mark: string, onGone: () => void): Guard {
  const { PATH = "/usr/bin:/bin" } = process.env;
  const child = spawn("/bin/sh", ["-c", GUARD_SCRIPT, "wield-guard", mark, mark], {
    cwd: "/",
    env: { PATH, TMPDIR: tmpdir(), LC_ALL: "C" },
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const { stdin } = child;
  stdin.on("error", () => undefined);
  child.once("error", onGone).once("exit", onGone).unref();
  if ("unref" in stdin && typeof stdin.unref === "function") stdin.unref();
  return {
    keep: (folder) => void stdin.write(`+${folder}\n`),
    leave: () => void stdin.end("leave\n"),
  };
}
