import type { Outcome } from "../contract/result.ts";
import type { FileKind } from "./file-kind.ts";
import type { FileSearch } from "./file-search.ts";
import { defineService } from "./service.ts";

/** `size:sha256` over the first 409 600 bytes: tells whether a file is what it was, by content alone. */
export type ContentMark = string;

export interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** What one session knows of one file. */
export interface Sighting {
  readonly mark: ContentMark;
  /** The lines really returned to it, merged and ascending; the whole file after a write. */
  readonly seen: readonly LineRange[];
}

export interface FileStat {
  /** Display path: relative to the workspace, or absolute outside it. */
  readonly path: string;
  readonly kind: FileKind;
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
}

export interface FileEntry {
  readonly name: string;
  readonly kind: FileKind;
  readonly size: number;
  /** For links: where it points, as stored. */
  readonly target?: string;
}

export interface FileRead {
  readonly path: string;
  /** At most `maxBytes` of the file's bytes, from its start. */
  readonly bytes: Uint8Array;
  /** True when the file holds more than `bytes`. */
  readonly isCapped: boolean;
  readonly mark: ContentMark;
  /** sha256 of `bytes`, hexadecimal; of the whole file unless capped. */
  readonly hash: string;
  /** Things to tell, such as the true name when a look-alike was opened. */
  readonly notes: readonly string[];
}

export interface ReadOptions {
  /** Default: `DEFAULT_MAX_READ_BYTES`. */
  readonly maxBytes?: number;
  /**
   * Only the exact name counts: no look-alike is opened, and nothing is searched for suggestions when it is
   * missing. For a read that a write of the same path follows.
   */
  readonly isExact?: boolean;
}

export interface WriteOptions {
  /** sha256 of the content this write replaces (`FileRead.hash`); compared right before the rename, else `stale`. */
  readonly expectedHash?: string;
  /** Refuse when the file exists. */
  readonly isNew?: boolean;
  /** The lines of the new content that the session knows. Default: all of them. */
  readonly seen?: readonly LineRange[];
}

export interface WriteReceipt {
  readonly path: string;
  readonly isCreated: boolean;
  /** Mark of the content now in the file. */
  readonly mark: ContentMark;
  /** Things to tell: not atomic, cannot be undone, a second name changed too. */
  readonly notes: readonly string[];
}

/**
 * Files as one call may use them: made for that call, judged at each open, confined to the workspace
 * and its roots. Paths are as a model gives them. Failures carry the codes of the file tools
 * (`policy_denied`, `no_such_file`, `is_directory`, `not_a_file`, `bad_path`, `io_error`, `stale`, ...)
 * and may be returned as the tool's own result.
 */
export interface Files extends FileSearch {
  /** The text of a UTF-8 or UTF-16 file without its byte-order mark; anything else fails as `binary`. */
  readText(path: string, options?: ReadOptions): Promise<Outcome<string>>;
  /** Raw bytes. Finds a sibling that differs only in Unicode form or kind of space, and notes it. */
  read(path: string, options?: ReadOptions): Promise<Outcome<FileRead>>;
  stat(path: string): Promise<Outcome<FileStat>>;
  list(path: string): Promise<Outcome<readonly FileEntry[]>>;
  /** Replaces the whole content, or makes the file and its parents. Text is written as UTF-8. */
  write(path: string, content: string | Uint8Array, options?: WriteOptions): Promise<Outcome<WriteReceipt>>;
  append(path: string, content: string | Uint8Array): Promise<Outcome<WriteReceipt>>;
  /** Deletes a file, never a folder or a link. `notes` tells when it cannot be undone. */
  delete(path: string): Promise<Outcome<{ readonly path: string; readonly notes?: readonly string[] }>>;
  /** What this session last saw of the file at `path`, if anything. */
  lastSeen(path: string): Promise<Sighting | undefined>;
  /** Records what was shown of a file. Several ranges of one content add up. */
  noteSeen(path: string, sighting: Sighting): Promise<void>;
}

export const DEFAULT_MAX_READ_BYTES = 32 * 1024 * 1024;

export const Files = defineService<Files>()("files");
