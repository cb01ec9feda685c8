import { fail, value } from "@wield/core";
import type {
  Clock,
  NewSession,
  OpenSession,
  Outcome,
  SessionEvent,
  SessionFilter,
  SessionStore,
  SessionSummary,
  StoredSessionEvent,
} from "@wield/core";

interface Kept {
  readonly id: string;
  readonly createdAt: number;
  readonly session: NewSession;
  events: readonly StoredSessionEvent[];
  isHeld: boolean;
}

/** Sessions in memory. Nothing is masked, and they end with the process. */
export function createMemorySessions(clock: Pick<Clock, "now"> = { now: () => 0 }): SessionStore {
  const kept = new Map<string, Kept>();
  let made = 0;

  function begin(session: NewSession, events: readonly StoredSessionEvent[]): OpenSession {
    made += 1;
    const id = `ses_${made}test`;
    const one = { id, createdAt: clock.now(), session, events, isHeld: false };
    kept.set(id, one);
    return hold(one);
  }

  function hold(one: Kept): OpenSession {
    let isClosed = false;
    one.isHeld = true;
    return {
      id: one.id,
      ...one.session,
      events: one.events,
      problems: [],
      append: async (event) => {
        if (isClosed) throw new Error("the session is closed");
        const stored = { seq: (one.events.at(-1)?.seq ?? 0) + 1, at: clock.now(), event };
        one.events = [...one.events, stored];
        return stored;
      },
      close: async () => {
        if (isClosed) return;
        isClosed = true;
        one.isHeld = false;
      },
    };
  }

  function get(id: string): Kept | undefined {
    const one = kept.get(id);
    return one === undefined || one.events.length === 0 ? undefined : one;
  }

  async function list(filter: SessionFilter = {}): Promise<readonly SessionSummary[]> {
    return [...kept.values()]
      .filter(({ events, session }) => {
        const isThere = (filter.workspaceRoot ?? session.workspaceRoot) === session.workspaceRoot;
        return events.length > 0 && isThere && filter.parentId === session.parentId;
      })
      .filter((one) => filter.text === undefined || hasWords(one.events, filter.text))
      .map(summaryOf)
      .toReversed()
      .slice(0, filter.limit ?? Infinity);
  }

  async function remove(id: string): Promise<Outcome<undefined>> {
    const one = get(id);
    if (one === undefined) return noSuchSession(id);
    if (one.isHeld) return inUse(id);
    for (const child of await list({ parentId: id })) await remove(child.id);
    kept.delete(id);
    return value(undefined);
  }

  return {
    create: async (session) => begin(session, []),
    open: async (id) => {
      const one = get(id);
      if (one === undefined) return noSuchSession(id);
      return one.isHeld ? inUse(id) : value(hold(one));
    },
    find: async (beginning) => {
      if (beginning.trim() === "") return noSuchSession(beginning);
      const fitting = [...kept.keys()].filter(
        (id) => get(id) !== undefined && (id.startsWith(beginning) || id.startsWith(`ses_${beginning}`)),
      );
      const one = get(fitting.find((id) => id === beginning) ?? fitting[0] ?? "");
      if (one === undefined) return noSuchSession(beginning);
      return fitting.length > 1 && one.id !== beginning
        ? fail(
            "ambiguous_session",
            `"${beginning}" is the beginning of several sessions: ${fitting.join(", ")}`,
          )
        : value(summaryOf(one));
    },
    list,
    read: async (id) => {
      const one = get(id);
      return one === undefined ? noSuchSession(id) : value(one.events);
    },
    fork: async (id, uptoSeq = Infinity) => {
      const one = get(id);
      if (one === undefined) return noSuchSession(id);
      const events = one.events.filter(({ seq }) => seq <= uptoSeq);
      return value(begin({ workspaceRoot: one.session.workspaceRoot }, events));
    },
    delete: remove,
  };
}

function summaryOf({ id, createdAt, session, events }: Kept): SessionSummary {
  const messages = messagesOf(events);
  const named = events.findLast(({ event }) => event.kind === "title")?.event;
  const first = messages.find(({ message }) => message.role === "user" && message.origin === "person");
  const title = (named?.kind === "title" ? named.title : wordsOf(first)).replaceAll(/\s+/g, " ").trim();
  return {
    id,
    ...session,
    title: title.length > 80 ? `${title.slice(0, 79).replace(/[\uD800-\uDBFF]$/, "")}…` : title,
    createdAt,
    updatedAt: events.at(-1)?.at ?? createdAt,
    messageCount: messages.length,
  };
}

function hasWords(events: readonly StoredSessionEvent[], text: string): boolean {
  const titles = events.flatMap(({ event }) => (event.kind === "title" ? [event.title] : []));
  const said = tokensOf([...titles, ...messagesOf(events).map(wordsOf)].join("\n"));
  const wanted = tokensOf(text);
  return wanted.length > 0 && wanted.every((word) => said.includes(word));
}

function tokensOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

type MessageEvent = Extract<SessionEvent, { kind: "message" }>;

function messagesOf(events: readonly StoredSessionEvent[]): readonly MessageEvent[] {
  const gone = new Set(events.flatMap(({ event }) => (event.kind === "removed" ? event.messageIds : [])));
  return events.flatMap(({ event }) =>
    event.kind === "message" && !gone.has(event.message.id) ? [event] : [],
  );
}

function wordsOf(event: MessageEvent | undefined): string {
  if (event === undefined) return "";
  const { message } = event;
  if (message.role === "result") return message.text;
  return message.parts.map((part) => (part.kind === "text" ? part.text : "")).join("\n");
}

function noSuchSession(id: string): Outcome<never> {
  return fail("no_such_session", `there is no session "${id}"`);
}

function inUse(id: string): Outcome<never> {
  return fail("session_in_use", `session ${id} is open in this process`);
}
