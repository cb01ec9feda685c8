import { createHash } from "node:crypto";
import { join } from "node:path";

/** Where the store keeps what. All absolute. */
export interface HomeLayout {
  readonly home: string;
  readonly journal: string;
  readonly processes: string;
  readonly database: string;
  readonly approvals: string;
  readonly outputs: string;
  readonly undo: string;
  readonly sessions: string;
  readonly sessionIndex: string;
  readonly todos: string;
  readonly rules: string;
  readonly trust: string;
  readonly lastSweep: string;
}

export function homeLayout(home: string): HomeLayout {
  return {
    home,
    journal: join(home, "journal"),
    processes: join(home, "processes"),
    database: join(home, "wield.db"),
    approvals: join(home, "approvals"),
    outputs: join(home, "outputs"),
    undo: join(home, "undo"),
    sessions: join(home, "sessions"),
    sessionIndex: join(home, "sessions.db"),
    todos: join(home, "todos"),
    rules: join(home, "rules"),
    trust: join(home, "trust"),
    lastSweep: join(home, "last-sweep"),
  };
}

/** A name for what belongs to one workspace: 16 hexadecimal digits of the sha256 of its path. */
export function workspaceKey(workspace: string): string {
  return createHash("sha256").update(workspace).digest("hex").slice(0, 16);
}
