/** How long the store keeps what. */
export interface Retention {
  readonly journalKeepDays: number;
  readonly undoKeepDays: number;
  /** Over all workspaces. */
  readonly undoKeepBytes: number;
  readonly outputsKeepDays: number;
}

export const DEFAULT_RETENTION: Retention = Object.freeze({
  journalKeepDays: 90,
  undoKeepDays: 30,
  undoKeepBytes: 1024 * 1024 * 1024,
  outputsKeepDays: 30,
});
