import type { Outcome } from "@wield/core";

/** A folder of its own with the workspace's present commit, on a branch of its own. */
export interface Worktree {
  /** Absolute. */
  readonly folder: string;
  readonly branch: string;
  /** Removes folder and branch when nothing was changed there; false when something was. */
  removeIfUnchanged(): Promise<boolean>;
}

export interface Worktrees {
  /** Fails with a sentence when the folder is in no repository or has no commit. */
  create(workspaceRoot: string, name: string): Promise<Outcome<Worktree>>;
}
