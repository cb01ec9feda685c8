import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
  unlinkSync,
} from "node:fs";
import type { BigIntStats } from "node:fs";
import { syncOpen, writeNew } from "../content/write-bytes.ts";
import { isSameObject } from "../walk/held.ts";
import type { Held } from "../walk/held.ts";
import { isOsError, osError, osReason } from "../walk/os-error.ts";

/** What a new file gets, less the umask. */
const NEW_FILE_MODE = 0o644;
const PRIVATE_MODE = 0o600;

/** A whole new content beside the file it is meant for. Removed when let go, unless it was published. */
export interface Staged extends Disposable {
  readonly name: string;
  readonly fd: number;
  /** Resolves once it is on disk. */
  sync(): Promise<void>;
  /** The name now belongs to the file, or to nobody. */
  published(): void;
}

export type Staging =
  | { readonly kind: "staged"; readonly staged: Staged }
  /** Nothing can be put beside the file that could take its place. */
  | { readonly kind: "impossible"; readonly reason: string }
  | { readonly kind: "cancelled" };

export interface StageOptions {
  readonly content: Uint8Array;
  /** Name of the temporary file in the folder. */
  readonly name: string;
  /** The file to be replaced, whose mode and owner are kept. */
  readonly like?: BigIntStats;
  readonly signal: AbortSignal;
}

/** Writes `content` to a temporary file in `folder`. OS errors other than missing rights are thrown. */
export async function stage(folder: Held, options: StageOptions): Promise<Staging> {
  const { content, name, like, signal } = options;
  let fd: number;
  try {
    fd = openSync(folder.at(name), NEW_FILE_FLAGS, like === undefined ? NEW_FILE_MODE : PRIVATE_MODE);
  } catch (error) {
    if (!isOsError(error, "EACCES", "EPERM")) throw error;
    return { kind: "impossible", reason: `its folder is not writable (${osReason(osError(error))})` };
  }
  const staged = createStaged(folder, name, fd);
  try {
    await writeNew(fd, content, signal);
    const reason = like === undefined ? undefined : keepAttributes(fd, like);
    if (reason !== undefined) return discard(staged, { kind: "impossible", reason });
    if (signal.aborted) return discard(staged, { kind: "cancelled" });
    return { kind: "staged", staged };
  } catch (error) {
    staged[Symbol.dispose]();
    throw error;
  }
}

/** What `other` gives, once both it and the staged content are on disk. */
export async function syncedWith<Result>(staged: Staged, other: Promise<Result>): Promise<Result> {
  const [given, synced] = await Promise.allSettled([other, staged.sync()]);
  if (synced.status === "rejected") throw synced.reason;
  if (given.status === "rejected") throw given.reason;
  return given.value;
}

const NEW_FILE_FLAGS =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Gives the new file the owner and mode of the old one; says why it cannot have them. */
function keepAttributes(fd: number, like: BigIntStats): string | undefined {
  const made = fstatSync(fd, { bigint: true });
  if (made.uid !== like.uid || made.gid !== like.gid) {
    try {
      fchownSync(fd, Number(like.uid), Number(like.gid));
    } catch (error) {
      if (!isOsError(error, "EPERM", "EACCES", "EINVAL", "ENOSYS", "ENOTSUP")) throw error;
      return made.uid === like.uid ? "it belongs to another group" : "it belongs to another user";
    }
  }
  // After the owner: changing that clears the set-id bits.
  fchmodSync(fd, Number(like.mode) & 0o7777);
  return undefined;
}

function createStaged(folder: Held, name: string, fd: number): Staged {
  let isPublished = false;
  return {
    name,
    fd,
    sync: () => syncOpen(fd),
    published() {
      isPublished = true;
    },
    [Symbol.dispose]() {
      if (!isPublished) removeTemporary(folder, name, fstatSync(fd, { bigint: true }));
      closeSync(fd);
    },
  };
}

function removeTemporary(folder: Held, name: string, own: BigIntStats): void {
  try {
    const there = lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false });
    if (there !== undefined && isSameObject(there, own)) unlinkSync(folder.at(name));
  } catch (error) {
    // The journal names it; what this process cannot remove is removed when it is dead.
    osError(error);
  }
}

function discard(staged: Staged, outcome: Staging): Staging {
  staged[Symbol.dispose]();
  return outcome;
}
