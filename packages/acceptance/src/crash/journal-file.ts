import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "./disk.ts";

/** An entry as it stands in a file of the journal; only what crash tests look at. */
interface RawEntry {
  readonly type: string;
  readonly callId: string;
  readonly status?: string;
  readonly path?: string;
  readonly temporaryFiles?: readonly string[];
  readonly effects?: readonly { readonly kind: string; readonly path?: string }[];
  readonly owner?: { readonly pid: number; readonly startTime: string };
}

/** What the journal's files tell of one call. */
export interface RawCall {
  readonly callId: string;
  /** Of the process that made it: its id and when it started, since ids are used again. */
  owner: string | undefined;
  intent: RawEntry | undefined;
  outcome: RawEntry | undefined;
  outcomes: number;
}

/** The journal as its files are, read without any code of the product. */
export interface JournalFiles {
  readonly calls: ReadonlyMap<string, RawCall>;
  /** Whole lines that are no entry. */
  readonly unreadable: readonly string[];
  /** Takes what was added since. */
  update(): void;
}

export function readJournalFiles(home: string): JournalFiles {
  const folder = join(home, "journal");
  const calls = new Map<string, RawCall>();
  const unreadable: string[] = [];
  const reached = new Map<string, number>();

  function take(line: string): void {
    if (line === "") return;
    const entry = parse(line);
    if (entry === undefined) {
      unreadable.push(line);
      return;
    }
    const call = calls.get(entry.callId) ?? {
      callId: entry.callId,
      owner: undefined,
      intent: undefined,
      outcome: undefined,
      outcomes: 0,
    };
    calls.set(entry.callId, call);
    if (entry.owner !== undefined) call.owner ??= `${entry.owner.pid}.${entry.owner.startTime}`;
    if (entry.type === "intent") call.intent = entry;
    if (entry.type === "outcome") {
      call.outcome = entry;
      call.outcomes += 1;
    }
  }

  return {
    calls,
    unreadable,
    update() {
      for (const name of namesIn(folder).toSorted()) {
        const from = reached.get(name) ?? 0;
        const text = readFrom(join(folder, name), from);
        const end = text.lastIndexOf(0x0a) + 1;
        for (const line of text.toString("utf8", 0, end).split("\n")) take(line);
        reached.set(name, from + end);
      }
    },
  };
}

function parse(line: string): RawEntry | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === "object" && entry !== null && "callId" in entry && "type" in entry
      ? (entry as RawEntry)
      : undefined;
  } catch {
    return undefined;
  }
}

function readFrom(path: string, from: number): Buffer {
  const fd = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(fd).size - from));
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from));
  } finally {
    closeSync(fd);
  }
}
