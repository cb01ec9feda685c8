import { accessSync, constants, existsSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import {
  fail,
  type Outcome,
  type ProcessesDriver,
  type Program,
  type ShellProgram,
  type TreeQuery,
  value,
} from "@wield/core";
import type { Sandbox } from "../../sandbox/create-sandbox.ts";
import { type Guard, startGuard } from "../guard/start-guard.ts";
import { makeOwnerMark } from "../guard/owner-mark.ts";
import { sweepLeft } from "../guard/sweep-left.ts";
import { removeLeftFolder } from "../remove-left-folder.ts";
import { endTree, findTree } from "./end-tree.ts";
import { lastProcessNumber, processNumbers, readProcess } from "./process-table.ts";
import { startProgram } from "./start-program.ts";

/** Looked at one by one up to here; with more processes than that the whole list is read. */
const MOST_NEW_NUMBERS = 500;

/** What is short-lived does not look for what others left. */
const SWEEP_AFTER_MS = 500;

/** Programs of this machine, in a sandbox when one is given. */
export function createLocalProcesses(options: { readonly sandbox?: Sandbox } = {}): ProcessesDriver {
  const { sandbox } = options;
  let folder: string | undefined;
  const bootId = readOr("/proc/sys/kernel/random/boot_id");
  const owner = makeOwnerMark();
  const running = new Set<Program>();
  let guard: Guard | undefined;
  let sweepTimer: NodeJS.Timeout | undefined;
  let hasBegun = false;
  // The last thing a process does: nothing it started stays behind.
  const onExit = (): void => {
    for (const { identity } of running) killNow(-identity.pid);
    if (hasBegun) for (const pid of markedNow(owner)) killNow(pid);
    if (folder !== undefined) removeLeftFolder(folder);
  };
  process.once("exit", onExit);
  /** Before the first program, so that there is no instant at which a kill of ours leaves one behind. */
  const ready = (): void => {
    if (guard === undefined) {
      const started = startGuard(owner, () => {
        // A command may have ended it: the next program gets another.
        if (guard === started) guard = undefined;
      });
      guard = started;
      if (sandbox?.temporary !== undefined) guard.keep(sandbox.temporary);
    }
    if (hasBegun) return;
    hasBegun = true;
    sweepTimer = setTimeout(() => void sweepLeft(), SWEEP_AFTER_MS).unref();
  };

  return {
    facts: {
      kind: "local",
      label: "local",
      // Asked for when somebody wants to know: finding it out takes some milliseconds.
      get sandbox() {
        return sandbox?.facts ?? { kind: "none", network: "on" };
      },
    },
    findShell: async (wanted) => findShell(wanted),
    spawn: async (spec) => {
      const makeFolder = (): string => (folder ??= mkdtempSync(join(tmpdir(), `wield-processes-${owner}.`)));
      const wrapped = sandbox?.wrap(spec) ?? value(spec);
      if (!wrapped.ok) return wrapped;
      ready();
      const started = await startProgram(wrapped.value, { makeFolder, bootId, owner });
      if (started.ok) {
        running.add(started.value);
        void started.value.ended.then(() => running.delete(started.value));
      }
      return started;
    },
    isFolder: async (path) => isFolder(path),
    moment: () => lastProcessNumber() ?? -1,
    find: async (query) => {
      if (query.since !== undefined && !mayHaveBegun(query.since, query)) return [];
      return findTree(query);
    },
    end: (query, ending) => endTree(query, ending?.graceMs),
    removeFolder: async (path) => removeLeftFolder(path),
    close: async () => {
      process.off("exit", onExit);
      clearTimeout(sweepTimer);
      if (folder !== undefined) removeLeftFolder(folder);
      folder = undefined;
      sandbox?.close();
      // Last: until here a kill of ours would leave something.
      guard?.leave();
      guard = undefined;
    },
  };
}

/** Whether something of the tree may have begun after that moment and still live. */
function mayHaveBegun(since: number, { mark, heads = [], spare = [] }: TreeQuery): boolean {
  const last = lastProcessNumber();
  if (last === undefined || last < since || last - since > MOST_NEW_NUMBERS) return true;
  // A copy of the shell shows the shell's own mark.
  const [session = mark] = mark.split(".");
  for (let pid = since + 1; pid <= last; pid += 1) {
    if (spare.includes(pid) || !existsSync(`/proc/${pid}`)) continue;
    const row = readProcess(pid);
    if (row === undefined) continue;
    const isOurs = row.marks.some((own) => own.startsWith(session));
    if (isOurs || heads.includes(row.group) || heads.includes(row.parent)) return true;
  }
  return false;
}

function findShell(wanted: string | undefined): Outcome<ShellProgram> {
  const names = wanted === undefined ? ["bash", "sh"] : [wanted];
  for (const name of names) {
    const path = findProgram(name);
    if (path !== undefined) return value({ path, dialect: basename(path) === "bash" ? "bash" : "posix" });
  }
  return fail("shell_failed", `the shell could not start: ${names.join(" and ")} cannot be found or run`, {
    hint: "wield doctor tells what is missing; terminal.shell names another shell.",
  });
}

function findProgram(name: string): string | undefined {
  if (name.includes("/")) return isProgram(name) ? name : undefined;
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/bin", "/usr/bin"];
  return folders
    .filter((folder) => folder.startsWith("/"))
    .map((folder) => join(folder, name))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

function markedNow(mark: string): readonly number[] {
  return processNumbers().filter((pid) => readProcess(pid)?.marks.includes(mark) === true);
}

function readOr(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return "";
  }
}
