import { readdirSync, readFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";
import { PROCESS_MARK } from "@wield/core";

/** One row of the machine's list of processes. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly name: string;
  readonly startTime: string;
  /** Of the innermost program that marked it last; several when programs of ours run inside each other. */
  readonly marks: readonly string[];
}

/** Rows read before others get their turn. */
const ROWS_AT_ONCE = 100;

/** Every process that is not only waiting to be reaped. */
export async function readProcessTable(): Promise<readonly ProcessRow[]> {
  const rows: ProcessRow[] = [];
  let read = 0;
  for (const pid of processNumbers()) {
    const row = readProcess(pid);
    if (row !== undefined) rows.push(row);
    read += 1;
    if (read % ROWS_AT_ONCE === 0) await nextTurn();
  }
  return rows;
}

/** None where the machine does not tell. */
export function processNumbers(): readonly number[] {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** Nothing when there is no such process, or when only its end is left of it. */
export function readProcess(pid: number): ProcessRow | undefined {
  const stat = readOr(`/proc/${pid}/stat`);
  // The second field is a name in brackets that may hold anything.
  const nameEnd = stat.lastIndexOf(")");
  if (nameEnd < 0) return undefined;
  const fields = stat.slice(nameEnd + 2).split(" ");
  const [state = "Z", parent = "0", group = "0", session = "0"] = fields;
  if (state === "Z" || state === "X") return undefined;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    name: stat.slice(stat.indexOf("(") + 1, nameEnd),
    startTime: fields[19] ?? "",
    marks: marksIn(readOr(`/proc/${pid}/environ`)),
  };
}

/** When it began, as the kernel counts it; nothing when there is no such process or only its end is left of it. */
export function startTimeOf(pid: number): string | undefined {
  const stat = readOr(`/proc/${pid}/stat`);
  const [state = "Z", ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return stat === "" || state === "Z" || state === "X" ? undefined : fields[18];
}

/** The number the kernel gave last to a process or thread; nothing where that is not told. */
export function lastProcessNumber(): number | undefined {
  const last = Number(readOr("/proc/loadavg").trim().split(" ")[4]);
  return Number.isInteger(last) ? last : undefined;
}

/** Marks of programs inside each other stand behind each other, the outermost first. */
export function joinMarks(...marks: readonly (string | undefined)[]): string {
  return marks.filter((mark) => mark !== undefined && mark !== "").join(":");
}

function marksIn(environ: string): readonly string[] {
  const key = `${PROCESS_MARK}=`;
  const start = environ.startsWith(key) ? 0 : environ.indexOf(`\0${key}`) + 1;
  if (start === 0 && !environ.startsWith(key)) return [];
  const end = environ.indexOf("\0", start);
  return environ.slice(start + key.length, end < 0 ? undefined : end).split(":");
}

function readOr(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    // It has ended, or belongs to somebody else.
    return "";
  }
}
