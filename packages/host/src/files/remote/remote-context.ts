import type { FilesScope } from "@wield/core";
import type { ShellPool } from "./connection/shell-pool.ts";

/** What the files of one call work with, at a place elsewhere. */
export interface RemoteContext {
  readonly scope: FilesScope;
  readonly pool: ShellPool;
  /** Real paths of the files this call has read, by the names it was given and told. */
  readonly reached: Map<string, string>;
}
