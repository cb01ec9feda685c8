import type { Outcome } from "@wield/core";
import { value } from "@wield/core";
import type { RemoteShell } from "../../files/remote/connection/remote-shell.ts";
import { parseEntries, parseNamed, type RemoteEntry } from "../../files/remote/place/remote-entries.ts";
import { remoteError } from "../../files/remote/place/remote-error.ts";
import type { RemoteStats } from "../../files/remote/place/remote-stats.ts";
import { isSkippedName } from "../tree/walk-tree.ts";
import { quoteWord } from "../../processes/shell/quote-word.ts";

/** A folder as it was listed; `refused` when it cannot be read, nothing of it when it is another one by now. */
export type RemoteListing =
  | { readonly entries: readonly RemoteEntry[] }
  | { readonly refused: NodeJS.ErrnoException }
  | "gone";

/** A folder below the one the shell is in: its path with each byte one character, and what it was when it was found. */
export interface RemoteFolder {
  readonly bytes: string;
  readonly stats: RemoteStats;
}

/** So many folders are listed by the first question that is asked ahead, and at most. */
const FIRST_AHEAD = 16;
const MOST_AHEAD = 256;
const MOST_SCRIPT_BYTES = 60_000;

/**
 * Lists the folders below the one a shell is in. A question there takes long and an answer may be long, so folders that
 * will probably be asked for next are listed along with the one that is.
 */
export class RemoteTree {
  readonly #shell: RemoteShell;
  /** Listed, but not asked for yet. */
  readonly #listed = new Map<string, RemoteListing>();
  /** Probably asked for later, in the order found: folders that were listed, whether they are entered or not. */
  readonly #likely = new Map<string, RemoteFolder>();
  #ahead = FIRST_AHEAD;
  #asked = 0;
  #fetched = 0;

  constructor(shell: RemoteShell) {
    this.#shell = shell;
  }

  /** Says that a folder will probably not be asked for. */
  doubt(bytes: string): void {
    this.#likely.delete(bytes);
  }

  async list(folder: RemoteFolder): Promise<Outcome<RemoteListing>> {
    this.#asked += 1;
    if (!this.#listed.has(folder.bytes)) {
      const fetched = await this.#fetch(folder);
      if (!fetched.ok) return fetched;
    }
    const listing = this.#listed.get(folder.bytes) ?? "gone";
    this.#listed.delete(folder.bytes);
    return value(listing);
  }

  #expect(prefix: string, entries: readonly RemoteEntry[]): void {
    for (const { bytes, stats } of entries) {
      if (!stats.isDirectory() || isSkippedName(bytes, "directory")) continue;
      this.#likely.set(prefix + bytes, { bytes: prefix + bytes, stats });
    }
  }

  async #fetch(first: RemoteFolder): Promise<Outcome<void>> {
    const folders = [first];
    this.#likely.delete(first.bytes);
    let length = first.bytes.length;
    for (const folder of this.#likely.values()) {
      length += folder.bytes.length + 8;
      if (folders.length >= this.#ahead || length > MOST_SCRIPT_BYTES) break;
      folders.push(folder);
      this.#likely.delete(folder.bytes);
    }
    // Where most of what was listed ahead is asked for, more is.
    this.#fetched += folders.length;
    if (this.#asked * 2 >= this.#fetched) this.#ahead = Math.min(MOST_AHEAD, this.#ahead * 4);
    const reply = await this.#shell.ask(
      Buffer.from(`below ${folders.map(({ bytes }) => quoteWord(startOf(bytes))).join(" ")}`, "latin1"),
    );
    if (!reply.ok) return reply;
    this.#take(folders, reply.value.body, reply.value.word.slice("ok ".length));
    return value(undefined);
  }

  #take(folders: readonly RemoteFolder[], body: Buffer, said: string): void {
    const starts = folders.map(({ bytes }) => startOf(bytes));
    const first = body.indexOf(0);
    const last = body.lastIndexOf("\0\0");
    const before = parseNamed(body.toString("latin1", 0, first), starts);
    const after = parseNamed(body.toString("latin1", last + 2), starts);
    const inFolders = new Map<string, RemoteEntry[]>(starts.map((start) => [start, []]));
    for (const entry of parseEntries(body.subarray(first + 1, last))) {
      const slash = entry.bytes.lastIndexOf("/");
      inFolders.get(entry.bytes.slice(0, slash))?.push({ ...entry, bytes: entry.bytes.slice(slash + 1) });
    }
    const refusals = said.split("\n");
    folders.forEach(({ bytes, stats }, index) => {
      const start = starts[index] ?? "";
      const isSame = [before, after].every((seen) => seen.get(start)?.isSameObject(stats) === true);
      const refusal = refusals.find((line) => line.includes(`${start}'`) || line.includes(`${start}:`));
      const refused = refusal === undefined ? undefined : remoteError(refusal);
      const entries = isSame && refused === undefined ? (inFolders.get(start) ?? []) : [];
      this.#listed.set(bytes, refused === undefined ? (isSame ? { entries } : "gone") : refusedOr(refused));
      this.#expect(bytes === "" ? "" : `${bytes}/`, entries);
    });
  }
}

/** What is not there any more is no refusal. */
function refusedOr(refused: NodeJS.ErrnoException): RemoteListing {
  return ["ENOENT", "ENOTDIR", "ELOOP"].includes(refused.code ?? "") ? "gone" : { refused };
}

/** The folder itself and not a link of its name: what is listed is told to be the same before and after. */
function startOf(bytes: string): string {
  return bytes === "" ? "." : `./${bytes}/.`;
}
