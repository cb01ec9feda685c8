import { statSync } from "node:fs";
import type { Clock, Log } from "@wield/core";
import { textOf as textCell } from "../database/columns.ts";
import { databaseFault } from "../database/database-fault.ts";
import { migrate } from "../database/migrations.ts";
import { makePrivateFile, setAside } from "../database/open-database.ts";
import { prepareSessionStatements, SESSION_MIGRATIONS } from "./index-schema.ts";
import type { OpenIndex } from "./index-schema.ts";
import { indexTexts } from "./index-texts.ts";
import { readLog } from "./read-log.ts";
import { summarize } from "./session-facts.ts";
import type { SessionPlaces } from "./session-places.ts";

/** How long another writer is waited for. */
const BUSY_LIMIT_MS = 1_000;
const BUSY_RETRY_MS = 20;

export interface SessionIndexParts {
  readonly path: string;
  readonly places: SessionPlaces;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The database as an index of the sessions' logs: brought up to date when somebody looks, opened only then. Whatever
 * happens to it can be made again.
 */
export class SessionIndex {
  readonly #parts: SessionIndexParts;
  #open: OpenIndex | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(parts: SessionIndexParts) {
    this.#parts = parts;
  }

  /** Uses the index when it holds what the logs hold now. Rejects when it cannot be used. One after the other. */
  use<Value>(withTexts: boolean, use: (open: OpenIndex) => Value): Promise<Value> {
    const mine = this.#running.then(() => this.#attempt(withTexts, use));
    this.#running = mine.catch(() => undefined);
    return mine;
  }

  async close(): Promise<void> {
    await this.#running;
    this.#forget();
  }

  async #attempt<Value>(withTexts: boolean, use: (open: OpenIndex) => Value): Promise<Value> {
    const end = performance.now() + BUSY_LIMIT_MS;
    for (let hasRepaired = false; ;) {
      try {
        const open = await this.#opened();
        await this.#catchUp(open, withTexts);
        return use(open);
      } catch (error) {
        const fault = databaseFault(error);
        if (fault === "busy" && performance.now() < end) {
          await new Promise<void>((resolve) => setTimeout(resolve, BUSY_RETRY_MS));
        } else if (fault === "damaged" && !hasRepaired) {
          hasRepaired = true;
          this.#repair(error);
        } else {
          this.#forget();
          throw error;
        }
      }
    }
  }

  async #opened(): Promise<OpenIndex> {
    if (this.#open !== undefined) return this.#open;
    const { path } = this.#parts;
    // Not imported at the top: most uses of sessions need no database.
    const { DatabaseSync } = await import("node:sqlite");
    makePrivateFile(path);
    const database = new DatabaseSync(path, { timeout: 0 });
    try {
      database.exec("PRAGMA journal_mode = WAL");
      database.exec("PRAGMA synchronous = NORMAL");
      migrate(database, SESSION_MIGRATIONS);
      this.#open = { database, statements: prepareSessionStatements(database) };
      return this.#open;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  async #catchUp(open: OpenIndex, withTexts: boolean): Promise<void> {
    const { places } = this.#parts;
    const { statements } = open;
    const rows = statements.sessionMarks.all();
    const known = new Map(rows.map((row) => [textCell(row, "id") ?? "", textCell(row, "mark")]));
    const ids = new Set(await places.ids());
    for (const id of known.keys()) if (!ids.has(id)) dropSession(open, id);
    for (const id of ids) {
      const mark = markOf(places.log(id));
      if (mark === undefined || mark === known.get(id)) continue;
      const { header, records } = await readLog(places.log(id), true);
      const facts = summarize(id, header, records);
      const { title, workspaceRoot, parentId, createdAt, updatedAt, messageCount } = facts;
      statements.setSession.run(
        id,
        mark,
        title,
        workspaceRoot,
        parentId ?? null,
        createdAt,
        updatedAt,
        messageCount,
      );
    }
    if (!withTexts) return;
    for (const row of statements.unsearched.all()) {
      const id = textCell(row, "id") ?? "";
      const { header, records } = await readLog(places.log(id), true);
      await indexTexts(open, { id, records, title: summarize(id, header, records).title });
      statements.setSearched.run(textCell(row, "mark") ?? "", id);
    }
  }

  #repair(error: unknown): void {
    const { path, clock, log } = this.#parts;
    this.#forget();
    const aside = setAside(path, clock.now());
    log("warn", `sessions.db is damaged (${String(error)}); it was moved to ${aside} and is made again`);
  }

  #forget(): void {
    if (this.#open?.database.isOpen === true) this.#open.database.close();
    this.#open = undefined;
  }
}

/** Tells one state of a log from another; nothing when it is gone. */
function markOf(path: string): string | undefined {
  const there = statSync(path, { throwIfNoEntry: false });
  return there === undefined ? undefined : `${there.ino}:${there.size}:${there.mtimeMs}`;
}

function dropSession({ statements }: OpenIndex, id: string): void {
  for (const row of statements.textsOf.all(id)) {
    statements.dropWords.run(row["rowid"] ?? null, row["text"] ?? null);
    statements.dropText.run(row["rowid"] ?? null);
  }
  statements.dropSession.run(id);
}
