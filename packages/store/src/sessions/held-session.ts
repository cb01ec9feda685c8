import type {
  AppendOptions,
  Clock,
  OpenSession,
  Scrubber,
  SessionEvent,
  StoredSessionEvent,
} from "@wield/core";
import { saving } from "../home/saving.ts";
import { encodeHeader, encodeRecord } from "./record-codec.ts";
import type { SessionHeader } from "./record-codec.ts";
import { scrubEvent } from "./scrub-event.ts";
import type { Hold } from "./session-hold.ts";
import type { SessionImages } from "./session-images.ts";
import type { SessionLog } from "./session-log.ts";

/** Until what nobody waited for is brought to disk. */
const FOLLOWS_WITHIN_MS = 100;

export interface HeldSessionParts {
  readonly id: string;
  readonly header: SessionHeader;
  readonly events: readonly StoredSessionEvent[];
  readonly problems: readonly string[];
  readonly hold: Hold;
  readonly log: SessionLog;
  readonly images: SessionImages;
  readonly clock: Clock;
  readonly scrubber: () => Scrubber;
  /** Told once it is closed; `isEmpty` when nothing was ever written. */
  readonly closed: (isEmpty: boolean) => void;
}

/** A session this process writes. */
export class HeldSession implements OpenSession {
  readonly id: string;
  readonly workspaceRoot: string;
  readonly parentId?: string;
  readonly events: readonly StoredSessionEvent[];
  readonly problems: readonly string[];
  readonly #parts: HeldSessionParts;
  #lastSeq: number;
  #hasHeader = false;
  #isClosed = false;
  #cancelFollowing: (() => void) | undefined;
  /** A sync that nobody waits for yet. */
  #following: Promise<unknown> | undefined;

  constructor(parts: HeldSessionParts) {
    this.#parts = parts;
    this.id = parts.id;
    this.workspaceRoot = parts.header.workspaceRoot;
    if (parts.header.parentId !== undefined) this.parentId = parts.header.parentId;
    this.events = parts.events;
    this.problems = parts.problems;
    this.#lastSeq = parts.events.at(-1)?.seq ?? 0;
  }

  append(event: SessionEvent, { mayFollow = false }: AppendOptions = {}): Promise<StoredSessionEvent> {
    return saving("the conversation", () => this.#append(event, mayFollow));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { log, hold, closed } = this.#parts;
    try {
      if (this.#cancelFollowing !== undefined || this.#following !== undefined)
        await saving("the conversation", () => this.#synced());
    } finally {
      await log.close().finally(() => {
        hold.release();
        closed(this.#lastSeq === 0);
      });
    }
  }

  /** Written before anything is waited for, so that the order is that of the calls and a killed process loses none. */
  async #append(event: SessionEvent, mayFollow: boolean): Promise<StoredSessionEvent> {
    const { log, images, clock, scrubber, header } = this.#parts;
    if (this.#isClosed) throw new Error("the session is closed");
    const scrubbed = scrubEvent(event, scrubber());
    const stored: StoredSessionEvent = { seq: this.#lastSeq + 1, at: clock.now(), event: scrubbed };
    const line = encodeRecord({ ...stored, event: images.detach(scrubbed) });
    log.write(this.#hasHeader ? [line] : [encodeHeader(header), line]);
    this.#hasHeader = true;
    this.#lastSeq += 1;
    if (mayFollow) this.#follow();
    await Promise.all([mayFollow ? undefined : this.#synced(), images.sync()]);
    return stored;
  }

  #follow(): void {
    this.#cancelFollowing ??= this.#parts.clock.timer(FOLLOWS_WITHIN_MS, () => {
      const following = this.#synced();
      // Told to the next one who waits.
      following.catch(() => undefined);
      this.#following = following;
    });
  }

  /** All that was written is on disk, what nobody waited for included. */
  async #synced(): Promise<void> {
    this.#cancelFollowing?.();
    this.#cancelFollowing = undefined;
    const earlier = this.#following;
    this.#following = undefined;
    await Promise.all([earlier, this.#parts.log.sync()]);
  }
}
