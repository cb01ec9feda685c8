export { describeFault } from "./home/describe-fault.ts";
export { makeFolder } from "./home/make-folder.ts";
export { openStore } from "./open-store.ts";
export type { Store, StoreOptions } from "./open-store.ts";
export type {
  CallFilter,
  CallHistory,
  CallSummary,
  JournalQuery,
  ListedStatus,
} from "./database/journal-query.ts";
export { DEFAULT_RETENTION } from "./retention/retention.ts";
export type { Retention } from "./retention/retention.ts";
export type { SavedRules } from "./permissions/saved-rules.ts";
export type { WorkspaceTrust } from "./permissions/workspace-trust.ts";
export type { SearchOptions, StoredSessions } from "./sessions/file-sessions.ts";
export { holderOf, takeHold } from "./sessions/session-hold.ts";
export type { Hold } from "./sessions/session-hold.ts";
export type { SessionHit } from "./sessions/query-index.ts";
export { isAlive, ownIdentity } from "./process/process-identity.ts";
export type { ProcessIdentity } from "./process/process-identity.ts";
