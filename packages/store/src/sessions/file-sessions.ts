import { mkdirSync, renameSync, rmSync } from "node:fs";
import { fail, value } from "@wield/core";
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
import { copySession } from "./copy-session.ts";
import { HeldSession } from "./held-session.ts";
import { readLog } from "./read-log.ts";
import type { LogRead } from "./read-log.ts";
import type { SessionHeader, StoredRecord } from "./record-codec.ts";
import { describeDamage } from "./describe-damage.ts";
import { removedIds, summarize, textOf } from "./session-facts.ts";
import { holderOf, takeHold } from "./session-hold.ts";
import { searchWords } from "./search-words.ts";
import { newSessionId } from "./session-id.ts";
import { SessionImages } from "./session-images.ts";
import { SessionLog } from "./session-log.ts";
import type { SessionPlaces } from "./session-places.ts";

/** Most sessions named in a failure. */
const MOST_NAMED = 20;

export interface FileSessionsParts {
  readonly places: SessionPlaces;
  readonly clock: Clock;
  readonly log: Log;
  readonly scrubber: () => Scrubber;
  /** Outputs, undo data and the like of a session that is deleted. */
  readonly removeBelongings: (session: SessionSummary) => Promise<void>;
}

/** Sessions as files: one log per session that only grows. The port over them. */
export class FileSessions implements SessionStore {
  readonly #parts: FileSessionsParts;

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
    const hold = takeHold(places.folder(id));
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
    const words = filter.text === undefined ? undefined : searchWords(filter.text);
    const summaries: SessionSummary[] = [];
    for (const id of await this.#parts.places.ids()) {
      const { header, records } = await readLog(this.#parts.places.log(id), true);
      const summary = summarize(id, header, records);
      if (words === undefined || hasWords(words, summary.title, records)) summaries.push(summary);
    }
    return summaries
      .filter(
        ({ workspaceRoot, parentId }) =>
          (filter.workspaceRoot ?? workspaceRoot) === workspaceRoot && filter.parentId === parentId,
      )
      .toSorted((one, other) => other.updatedAt - one.updatedAt || (one.id < other.id ? 1 : -1))
      .slice(0, filter.limit ?? Infinity);
  }

  async read(id: string): Promise<Outcome<readonly StoredSessionEvent[]>> {
    const { places } = this.#parts;
    if (!places.exists(id)) return noSuchSession(id);
    const isWritten = holderOf(places.folder(id)) !== undefined;
    return value(this.#attach(id, await readLog(places.log(id), isWritten)).events);
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

  #begin(header: SessionHeader): OpenSession {
    const { places, clock, scrubber } = this.#parts;
    mkdirSync(places.root, { recursive: true, mode: 0o700 });
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

function hasWords(words: readonly string[], title: string, records: readonly StoredRecord[]): boolean {
  const gone = removedIds(records);
  const texts = records.flatMap(({ event }) =>
    event.kind === "message" && !gone.has(event.message.id) ? [textOf(event.message)] : [],
  );
  const said = new Set(searchWords([title, ...texts].join("\n")));
  return words.length > 0 && words.every((word) => said.has(word));
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
