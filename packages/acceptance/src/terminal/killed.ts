import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { eventually } from "./terminal-bench.ts";

const PROGRAM = fileURLToPath(new URL("busy-session.program.ts", import.meta.url));

/**
 * Kills a process that uses shells, so long after it began. Gives what of it is there when it should be gone: command
 * lines, and names of temporary folders.
 */
export async function killedAfter(ms: number, place: readonly string[]): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "busy-session-"));
  chmodSync(folder, 0o777);
  const child = spawn(process.execPath, [PROGRAM, ...place], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    env: { PATH: process.env["PATH"] },
  });
  try {
    await new Promise((resolve) => child.stdout.once("data", resolve));
    await pause(ms);
    if (child.exitCode !== null) throw new Error("it ended by itself");
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("exit", resolve));
    return await eventually(
      async () => leftOf(child, place[0] === "ssh"),
      (left) => left.length === 0,
      30_000,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Everything it started carries its number in its mark or, for the guard and the engine's program, on its command line. */
function leftOf({ pid }: ChildProcess, isElsewhere: boolean): readonly string[] {
  const owner = new RegExp(`w[0-9a-f]{8}p${pid}t\\d`);
  const processes = readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const commandLine = readOr(`/proc/${name}/cmdline`).replaceAll("\0", " ");
    return owner.test(commandLine) || owner.test(readOr(`/proc/${name}/environ`))
      ? [commandLine.slice(-200)]
      : [];
  });
  // That of the sandbox is made before anything is started; one with nothing but places for mounts goes a day later.
  const isSandbox = (name: string): boolean =>
    name.startsWith(`wield-sandbox-${pid}-`) &&
    entriesOf(join(tmpdir(), name)).some((entry) => entry.startsWith("wield-shell-"));
  const folders = entriesOf(tmpdir()).filter((name) => owner.test(name) || isSandbox(name));
  // The state of a shell elsewhere stays for the next connection.
  return isElsewhere ? processes : [...processes, ...folders];
}

function entriesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readOr(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
