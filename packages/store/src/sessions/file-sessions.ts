import { mkdirSync, renameSync, rmSync } from "node:fs";
import { fail, messageOf, value } from "@wield/core";
import type {
  Clock,
  Log,
  NewSession,
  OpenSession,
  Outcome,
  Scrubber,
  SessionFilter,
  SessionStore,
  SessionSummary,
  StoredSessionEvent,
} from "@wield/core";
import { faultCode } from "../home/describe-fault.ts";
import { saving } from "../home/saving.ts";
import { ownIdentity } from "../process/process-identity.ts";
import type { ProcessIdentity } from "../process/process-identity.ts";
import { importSession } from "./import-session.ts";
import { listIndexed, searchIndexed } from "./query-index.ts";
import type { SessionHit } from "./query-index.ts";
import { readExport } from "./read-export.ts";
import { scrubEvent } from "./scrub-event.ts";
import { scanSessions } from "./scan-sessions.ts";
import { searchTerms } from "./search-terms.ts";
import type { SessionIndex } from "./session-index.ts";
import { copySession } from "./copy-session.ts";
import { HeldSession } from "./held-session.ts";
import { readLog } from "./read-log.ts";
import type { LogRead } from "./read-log.ts";
import type { SessionHeader } from "./record-codec.ts";
import { describeDamage } from "./describe-damage.ts";
import { summarize } from "./session-facts.ts";
import { holderOf, takeHold } from "./session-hold.ts";
import { newSessionId } from "./session-id.ts";
import { SessionImages } from "./session-images.ts";
import { SessionLog } from "./session-log.ts";
import type { SessionPlaces } from "./session-places.ts";
import { makeFolder } from "../home/make-folder.ts";

/** Most sessions named in a failure. */
const MOST_NAMED = 20;
const DEFAULT_HITS = 15;

export interface FileSessionsParts {
  readonly places: SessionPlaces;
  readonly index: SessionIndex;
  readonly clock: Clock;
  readonly log: Log;
  readonly scrubber: () => Scrubber;
  /** Outputs, undo data and the like of a session that is deleted. */
  readonly removeBelongings: (session: SessionSummary) => Promise<void>;
}

export interface SearchOptions {
  readonly workspaceRoot?: string;
  /** Default: 15. */
  readonly limit?: number;
}

/** What the store can do with sessions besides the port. */
export interface StoredSessions extends SessionStore {
  /** Messages and titles in which every word occurs, the best first. Fails with `search_failed`. */
  search(query: string, options?: SearchOptions): Promise<Outcome<readonly SessionHit[]>>;
  /** Makes a session of this workspace from an export as JSON, scrubbed. Fails with `not_an_export`. */
  import(text: string, workspaceRoot: string): Promise<Outcome<SessionSummary>>;
  /** Lets go of the index. */
  close(): Promise<void>;
}

/** Sessions as files: one log per session that only grows. */
export class FileSessions implements StoredSessions {
  readonly #parts: FileSessionsParts;
  readonly #told = new Set<string>();

  constructor(parts: FileSessionsParts) {
    this.#parts = parts;
  }

  create(session: NewSession): Promise<OpenSession> {
    return saving("the session", async () => {
      const { workspaceRoot, parentId } = session;
      const createdAt = this.#parts.clock.now();
      return this.#begin({ workspaceRoot, createdAt, ...(parentId === undefined ? {} : { parentId }) });
    });
  }

  async open(id: string): Promise<Outcome<OpenSession>> {
    const { places, clock, scrubber } = this.#parts;
    if (!places.exists(id)) return noSuchSession(id);
    const hold = await saving("the hold on the session", async () => takeHold(places.folder(id)));
    if ("heldBy" in hold) return inUse(id, hold.heldBy);
    try {
      const read = await readLog(places.log(id), false);
      const { events, problems } = this.#tell(id, read);
      const { bytes, endsCleanly } = read;
      const header = read.header ?? { workspaceRoot: "", createdAt: events[0]?.at ?? clock.now() };
      return value(
        new HeldSession({
          id,
          header: { ...header, toldBytes: bytes },
          events,
          problems,
          hold,
          log: new SessionLog(places.log(id), { isNew: false, endsCleanly }),
          images: new SessionImages(places.images(id)),
          clock,
          scrubber,
          closed: () => undefined,
        }),
      );
    } catch (error) {
      hold.release();
      throw error;
    }
  }

  async find(beginning: string): Promise<Outcome<SessionSummary>> {
    // An empty variable of somebody's script must not mean the only session there is.
    if (beginning.trim() === "") return noSuchSession(beginning);
    const ids = await this.#parts.places.ids();
    const exact = ids.find((id) => id === beginning);
    const fitting = ids.filter((id) => id.startsWith(beginning) || id.startsWith(`ses_${beginning}`));
    const [first, second] = exact === undefined ? fitting : [exact];
    if (first === undefined) return noSuchSession(beginning);
    if (second === undefined) return value(await this.#summary(first));
    const named = fitting.toSorted().slice(0, MOST_NAMED).join(", ");
    const more = fitting.length > MOST_NAMED ? ` and ${fitting.length - MOST_NAMED} more` : "";
    return fail("ambiguous_session", `"${beginning}" is the beginning of several sessions: ${named}${more}`, {
      hint: "give more of the id",
    });
  }

  async list(filter: SessionFilter = {}): Promise<readonly SessionSummary[]> {
    const terms = filter.text === undefined ? undefined : searchTerms(filter.text);
    if (terms?.length === 0) return [];
    try {
      return await this.#parts.index.use(terms !== undefined, (open) => listIndexed(open, filter, terms));
    } catch (error) {
      this.#tellOnce(
        `the index of sessions cannot be used (${messageOf(error)}); their logs are read instead`,
      );
      return scanSessions(this.#parts.places, filter, terms);
    }
  }

  async search(query: string, options: SearchOptions = {}): Promise<Outcome<readonly SessionHit[]>> {
    const terms = searchTerms(query);
    if (terms.length === 0) return value([]);
    const { workspaceRoot, limit = DEFAULT_HITS } = options;
    const where = { limit, ...(workspaceRoot === undefined ? {} : { workspaceRoot }) };
    try {
      return value(await this.#parts.index.use(true, (open) => searchIndexed(open, terms, where)));
    } catch (error) {
      return fail("search_failed", `the conversations could not be searched: ${messageOf(error)}`, {
        hint: "move sessions.db out of the home: it is made again from the conversations.",
      });
    }
  }

  async import(text: string, workspaceRoot: string): Promise<Outcome<SessionSummary>> {
    const read = readExport(text);
    if (!read.ok) return read;
    const { places, clock, scrubber } = this.#parts;
    const to = newSessionId();
    const header = { workspaceRoot, createdAt: clock.now() };
    const given = { to, header, events: read.value, scrubber: scrubber() };
    await saving("the session", () => importSession(places, given));
    return value(await this.#summary(to));
  }

  close(): Promise<void> {
    return this.#parts.index.close();
  }

  async read(id: string): Promise<Outcome<readonly StoredSessionEvent[]>> {
    const { places } = this.#parts;
    if (!places.exists(id)) return noSuchSession(id);
    const isWritten = holderOf(places.folder(id)) !== undefined;
    const { events } = this.#attach(id, await readLog(places.log(id), isWritten));
    // A key may have become known since it was written.
    const scrubber = this.#parts.scrubber();
    return value(events.map((stored) => ({ ...stored, event: scrubEvent(stored.event, scrubber) })));
  }

  async fork(id: string, uptoSeq = Infinity): Promise<Outcome<OpenSession>> {
    const { places } = this.#parts;
    if (!places.exists(id)) return noSuchSession(id);
    const isWritten = holderOf(places.folder(id)) !== undefined;
    const read = await readLog(places.log(id), isWritten);
    const records = read.records.filter(({ seq }) => seq <= uptoSeq);
    const to = newSessionId();
    const header = {
      workspaceRoot: read.header?.workspaceRoot ?? "",
      createdAt: this.#parts.clock.now(),
      forkedFrom: id,
    };
    await saving("the fork", () => copySession(places, { from: id, to, header, records }));
    return this.open(to);
  }

  async delete(id: string): Promise<Outcome<undefined>> {
    const { places, removeBelongings } = this.#parts;
    if (!places.exists(id)) return noSuchSession(id);
    const hold = takeHold(places.folder(id));
    if ("heldBy" in hold) return inUse(id, hold.heldBy);
    const summary = await this.#summary(id);
    // Its helpers' conversations are part of it.
    for (const child of await this.list({ parentId: id })) {
      const deleted = await this.delete(child.id);
      if (!deleted.ok) {
        hold.release();
        return deleted;
      }
    }
    await removeBelongings(summary);
    const leaving = places.leaving(id);
    renameSync(places.folder(id), leaving);
    rmSync(leaving, { recursive: true, force: true });
    return value(undefined);
  }

  #tellOnce(message: string): void {
    if (this.#told.has(message)) return;
    this.#told.add(message);
    this.#parts.log("warn", message);
  }

  #begin(header: SessionHeader): OpenSession {
    const { places, clock, scrubber } = this.#parts;
    makeFolder(places.root);
    for (;;) {
      const id = newSessionId();
      try {
        mkdirSync(places.folder(id), { mode: 0o700 });
      } catch (error) {
        if (faultCode(error) === "EEXIST") continue;
        throw error;
      }
      const hold = takeHold(places.folder(id));
      // Another process took it in the instant since; it has nothing to do with it, so a new one is made.
      if ("heldBy" in hold) continue;
      return new HeldSession({
        id,
        header,
        events: [],
        problems: [],
        hold,
        log: new SessionLog(places.log(id), { isNew: true, endsCleanly: true }),
        images: new SessionImages(places.images(id)),
        clock,
        scrubber,
        closed: (isEmpty) => {
          if (isEmpty) rmSync(places.folder(id), { recursive: true, force: true });
        },
      });
    }
  }

  async #summary(id: string): Promise<SessionSummary> {
    const { header, records } = await readLog(this.#parts.places.log(id), true);
    return summarize(id, header, records);
  }

  #tell(id: string, read: LogRead): { events: readonly StoredSessionEvent[]; problems: readonly string[] } {
    const { events, missing } = this.#attach(id, read);
    const problems = describeDamage(id, { ...read, missingImages: missing });
    for (const problem of problems) this.#parts.log("warn", problem);
    return { events, problems };
  }

  #attach(id: string, read: LogRead): { events: readonly StoredSessionEvent[]; missing: readonly string[] } {
    const images = new SessionImages(this.#parts.places.images(id));
    const missing: string[] = [];
    const events = read.records.map((record) => {
      const attached = images.attach(record.event);
      missing.push(...attached.missing);
      return { seq: record.seq, at: record.at, event: attached.event };
    });
    return { events, missing };
  }
}

function noSuchSession(id: string): Outcome<never> {
  return fail("no_such_session", `there is no session "${id.slice(0, 80)}"`, {
    hint: "wield sessions lists those there are",
  });
}

function inUse(id: string, owner: ProcessIdentity): Outcome<never> {
  const isOwn = owner.pid === ownIdentity().pid && owner.startTime === ownIdentity().startTime;
  const who = isOwn ? "this process" : `process ${owner.pid}`;
  return fail("session_in_use", `session ${id} is open in ${who}`, {
    hint: "close it there, or fork it and go on in the copy",
  });
}
