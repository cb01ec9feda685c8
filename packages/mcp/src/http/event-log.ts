import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

/** Most that is kept of what a session's streams carried, for a client that takes one up again. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_EVENTS = 1000;

interface LoggedEvent {
  readonly streamId: string;
  readonly message: JSONRPCMessage;
  readonly bytes: number;
}

/** What one session's streams carried last, by event id: a dropped stream goes on where it broke off. */
export function createEventLog(stored: (bytes: number) => void = () => undefined): EventStore {
  const events = new Map<string, LoggedEvent>();
  let held = 0;
  let count = 0;
  const forgetOldest = (): void => {
    for (const [id, { bytes }] of events) {
      if (held <= MAX_BYTES && events.size <= MAX_EVENTS) return;
      events.delete(id);
      held -= bytes;
    }
  };
  return {
    storeEvent: async (streamId, message) => {
      count += 1;
      const id = `${count}`;
      const bytes = JSON.stringify(message).length;
      events.set(id, { streamId, message, bytes });
      held += bytes;
      forgetOldest();
      stored(bytes);
      return id;
    },
    getStreamIdForEventId: async (id) => events.get(id)?.streamId,
    replayEventsAfter: async (lastId, { send }) => {
      const last = events.get(lastId);
      if (last === undefined) throw new Error("that event is no longer kept");
      const later = [...events].filter(
        ([id, { streamId }]) => streamId === last.streamId && Number(id) > Number(lastId),
      );
      for (const [id, { message }] of later) await send(id, message);
      return last.streamId;
    },
  };
}
