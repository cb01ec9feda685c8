import type { FailedResult } from "../contract/result.ts";

/** What names one file system object whatever it is called: device and inode as decimal text. */
export interface FileIdentity {
  readonly device: string;
  readonly inode: string;
}

export function isSameFile(left: FileIdentity, right: FileIdentity): boolean {
  return left.device === right.device && left.inode === right.inode;
}

/** Where a real path lies, judged by whole segments after resolving links. */
export type PathZone = "workspace" | "write_root" | "read_root" | "outside";

/** The folders a session may use. All paths are real (links resolved). */
export interface Workspace {
  readonly root: string;
  readonly readRoots: readonly string[];
  readonly writeRoots: readonly string[];
  /** What a leading `~` stands for. */
  readonly home: string;
  /** Real paths of folders outside which nothing is open, whatever the other folders allow. They add none. */
  readonly onlyWithin?: readonly string[];
  /** Where the work is, when that is not this machine: all these paths are paths there. */
  readonly elsewhere?: Elsewhere;
}

/** A folder of another place that a session works in. */
export interface Elsewhere {
  /** Names place and folder, in records and for people: `ssh deploy@web:/srv/app`. */
  readonly name: string;
  /** The folder of this machine that it was opened from: what happens there is recorded under it. */
  readonly openedFrom: string;
}

/** The folder of this machine that records of a session belong to. */
export function recordFolder(workspace: Workspace): string {
  return workspace.elsewhere?.openedFrom ?? workspace.root;
}

export interface ResolvedPath {
  /** As the call gave it. */
  readonly given: string;
  /** Absolute, links resolved; for what does not exist the deepest existing ancestor is resolved and the rest appended. */
  readonly real: string;
  /** Relative to the workspace with `/` separators, or absolute outside it. */
  readonly display: string;
  readonly zone: PathZone;
  readonly exists: boolean;
  /** Of the object itself when it exists. */
  readonly identity?: FileIdentity;
  /** Of each existing folder above it, the nearest first. */
  readonly lineage: readonly FileIdentity[];
  /** Number of hard links when it is a regular file. */
  readonly links?: number;
}

/** Resolves the paths of effects for guards and locks. Never opens a file and never blocks on one. */
export interface PathResolver {
  resolve(path: string, workspace: Workspace): Promise<ResolvedPath | FailedResult>;
}
