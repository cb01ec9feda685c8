import type { FailedResult } from "../contract/result.ts";
import type { Files, Sighting } from "../services/files.ts";
import type { PathResolver, ResolvedPath, Workspace } from "./paths.ts";

export type FileAccess = "read" | "write" | "delete";

/** The bytes a change replaces, handed over before the change is made visible. */
export interface FileBefore {
  readonly real: string;
  readonly display: string;
  /** Nothing when the file did not exist. */
  readonly content?: Uint8Array;
  /** For an append: the old length and the hash of the old content stand for the content. */
  readonly appendedAt?: { readonly length: number; readonly hash: string };
  readonly mode?: number;
  /** sha256 of what the call leaves in the file, hexadecimal; absent for a deletion. */
  readonly afterHash?: string;
  /** Parent folders this change makes, outermost first. */
  readonly madeParents: readonly string[];
}

export type UndoReceipt = { readonly kept: true } | { readonly kept: false; readonly reason: string };

/** What the pipeline gives a files driver for one call. */
export interface FilesScope {
  readonly workspace: Workspace;
  /**
   * Judges one open on what is really there: floor, path rules, roots, and for changes the effects the
   * call declared. Called on the opened object right before it is used.
   */
  judge(access: FileAccess, path: ResolvedPath): FailedResult | undefined;
  /**
   * Whether a name may be told as a suggestion to who asked for something else: judged like a read, but
   * no refusal of the call. Without it `judge` is asked.
   */
  mayShow?(path: ResolvedPath): boolean;
  /**
   * True when no rule can close a single name below this real folder: a walk then asks only for folders and for
   * files with several names. Without it each name is asked for.
   */
  isOpenBelow?(real: string): boolean;
  /** Whether a change that cannot be undone may be made at all (`atomic` false: in place). */
  mayProceedWithoutUndo(change: { readonly isAtomic: boolean }): boolean;
  /** Largest file, in bytes, whose previous content is kept. */
  readonly maxUndoBytes: number;
  /** Saves and syncs what is needed to take the change back. Awaited right before the rename. */
  saveUndo(before: FileBefore): Promise<UndoReceipt>;
  /** Name for the temporary file beside `real`; named in the journal before the call runs. */
  temporaryPath(real: string): string;
  /** Told after a change is visible. */
  changed(display: string, access: "write" | "delete"): void;
  readonly sightings: {
    get(real: string): Promise<Sighting | undefined>;
    set(real: string, sighting: Sighting): void;
    forget(real: string): void;
  };
  /** Aborted on cancel and time-out. Nothing is written after that. */
  readonly signal: AbortSignal;
}

/** A place where files are: this machine, a container, a server. */
export interface FilesDriver extends PathResolver {
  open(scope: FilesScope): Files;
}
