import { readFileSync, readlinkSync } from "node:fs";
import { fieldsOf } from "../home/json-fields.ts";

/** Names one process for good: a process id alone is used again by another. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Field 22 of `/proc/PID/stat`: clock ticks from boot, as decimal text; empty where there is no such file. */
  readonly startTime: string;
  /** Changes with each boot of the machine; empty where it cannot be read. */
  readonly bootId: string;
  /** Inode of the process id namespace, as decimal text: ids of another one mean nothing here. */
  readonly pidNamespace: string;
}

let own: ProcessIdentity | undefined;

/** The identity of this process. Read once. */
export function ownIdentity(): ProcessIdentity {
  own ??= Object.freeze({
    pid: process.pid,
    startTime: readStat("self")?.startTime ?? "",
    bootId: readText("/proc/sys/kernel/random/boot_id").trim(),
    pidNamespace: readNamespace(),
  });
  return own;
}

/**
 * Whether that process still runs. `"unknown"` for one that cannot be seen from here (another container on
 * this boot): it is to be treated as alive. A process that has ended but was not yet collected is dead.
 */
export function isAlive(identity: ProcessIdentity, seenFrom = ownIdentity()): boolean | "unknown" {
  if (identity.bootId !== seenFrom.bootId) {
    return identity.bootId === "" || seenFrom.bootId === "" ? "unknown" : false;
  }
  if (identity.pidNamespace !== seenFrom.pidNamespace) return "unknown";
  if (identity.startTime === "" || seenFrom.startTime === "") return answersSignal(identity.pid);
  const stat = readStat(String(identity.pid));
  return stat !== undefined && stat.startTime === identity.startTime && !"ZXx".includes(stat.state);
}

/** True when it is certain that the process has ended. */
export function isDead(identity: ProcessIdentity): boolean {
  return isAlive(identity) === false;
}

/** The identity as one file name. */
export function identityName(identity: ProcessIdentity): string {
  return [identity.pid, identity.startTime, identity.bootId, identity.pidNamespace].join(".");
}

/** Reads a name that `identityName` made; `undefined` for any other. */
export function parseIdentityName(name: string): ProcessIdentity | undefined {
  const match = /^(\d{1,10})\.(\d{0,20})\.([0-9a-f-]{0,64})\.(\d{0,20})$/.exec(name);
  if (match === null) return undefined;
  const [, pid = "", startTime = "", bootId = "", pidNamespace = ""] = match;
  return { pid: Number(pid), startTime, bootId, pidNamespace };
}

/** Whether parsed JSON is an identity. */
export function isIdentity(candidate: unknown): candidate is ProcessIdentity {
  const fields = fieldsOf(candidate);
  const pid = fields.get("pid");
  return (
    Number.isSafeInteger(pid) &&
    Number(pid) > 0 &&
    ["startTime", "bootId", "pidNamespace"].every((name) => typeof fields.get(name) === "string")
  );
}

function readStat(pid: string): { readonly state: string; readonly startTime: string } | undefined {
  const text = readText(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses and may hold blanks and parentheses itself.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state = "", startTime = ""] = [fields[0], fields[19]];
  return startTime === "" ? undefined : { state, startTime };
}

function readNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "";
  } catch {
    return "";
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function answersSignal(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
