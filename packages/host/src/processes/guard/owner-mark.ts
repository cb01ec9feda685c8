import { createHash, randomBytes } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { startTimeOf } from "../local/process-table.ts";

/** Machine, process number, its start, namespace of process numbers, and something random: `wMACHINEpPIDtSTARTnNUMBERrRANDOM`. */
const MARK = /w([0-9a-f]{8})p(\d+)t(\d+)n(\d+)r([0-9a-f]{8})/;

/** Finds such a mark in a longer text. */
export const OWNER_MARK = MARK.source.replaceAll(/\((?!\?)/g, "(?:");

/**
 * Names what this process starts by one driver, so that others can tell whether who started it still lives. Letters and
 * digits only.
 */
export function makeOwnerMark(): string {
  const { machine, namespace } = here();
  const start = startTimeOf(process.pid) ?? "0";
  return `w${machine}p${process.pid}t${start}n${namespace}r${randomBytes(4).toString("hex")}`;
}

/** True when it is certain that the process of that mark has ended. One elsewhere cannot be judged from here. */
export function isOwnerGone(mark: string): boolean {
  const [whole, machine, pid, start, namespace] = MARK.exec(mark) ?? [];
  const own = here();
  if (whole !== mark || machine !== own.machine || namespace !== own.namespace) return false;
  // Where nothing is told of processes, nothing is certain.
  if (startTimeOf(process.pid) === undefined) return false;
  return startTimeOf(Number(pid)) !== start;
}

let known: { readonly machine: string; readonly namespace: string } | undefined;

function here(): { readonly machine: string; readonly namespace: string } {
  known ??= {
    machine: createHash("sha256").update(machineName()).digest("hex").slice(0, 8),
    namespace: /\d+/.exec(readOr(() => readlinkSync("/proc/self/ns/pid")))?.[0] ?? "0",
  };
  return known;
}

/** Without a lasting name, what an earlier start of the machine left cannot be told from what others left. */
function machineName(): string {
  return (
    readOr(() => readFileSync("/etc/machine-id", "utf8")) ||
    readOr(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"))
  );
}

function readOr(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
