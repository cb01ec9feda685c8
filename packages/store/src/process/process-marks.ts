import { closeSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { syncFolder } from "../home/durable-file.ts";
import { identityName, isDead, ownIdentity, parseIdentityName } from "./process-identity.ts";
import { makeFolder } from "../home/make-folder.ts";

/**
 * One empty file per process that may leave unfinished work behind, named by its identity. A start that finds
 * no mark of a dead process has nothing to recover and need not open the database.
 */
export class ProcessMarks {
  readonly folder: string;
  #isSet = false;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Marks this process, before its first intent. The returned promise is the mark's way to disk. */
  set(): Promise<void> | undefined {
    if (this.#isSet) return undefined;
    makeFolder(this.folder);
    closeSync(openSync(this.#path(identityName(ownIdentity())), "a", 0o600));
    this.#isSet = true;
    return syncFolder(this.folder);
  }

  /** This process leaves nothing behind. */
  clear(): void {
    if (!this.#isSet) return;
    this.#isSet = false;
    this.remove([identityName(ownIdentity())]);
  }

  /** Names of the marks whose process has ended. */
  dead(): readonly string[] {
    return this.#names().filter((name) => {
      const identity = parseIdentityName(name);
      return identity !== undefined && isDead(identity);
    });
  }

  remove(names: readonly string[]): void {
    for (const name of names) rmSync(this.#path(name), { force: true });
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.folder);
    } catch {
      return [];
    }
  }

  #path(name: string): string {
    return join(this.folder, name);
  }
}
