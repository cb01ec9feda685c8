import type { StoredSessionEvent } from "@wield/core";

/** A conversation as it is written to a file. Secrets were masked when it was stored. */
export interface ExportedSession {
  readonly id: string;
  readonly title: string;
  readonly workspaceRoot: string;
  readonly events: readonly StoredSessionEvent[];
}
