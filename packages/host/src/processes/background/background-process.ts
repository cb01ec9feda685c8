import type {
  BackgroundProcess,
  BackgroundStatus,
  Clock,
  ProcessesDriver,
  ProcessLook,
  Program,
  ProgramEnd,
} from "@wield/core";
import { ControlStripper } from "../output/strip-controls.ts";
import { characterBorder } from "../output/utf8.ts";
import { signalOfExitCode } from "../shell/signal-of-exit-code.ts";
import { ByteLog } from "./byte-log.ts";
import { renderPage } from "./render-page.ts";

/** Kept of the output of one process. */
const MOST_KEPT_BYTES = 2 * 1024 * 1024;

/** Sent, but not read yet, of one process: with more, nothing further is sent. */
const MOST_UNREAD_BYTES = 1024 * 1024;

/** What does not read for so long may never do. */
const READS_WITHIN_MS = 1000;

const LINE_FEED = 0x0a;

export interface StartedProcess {
  readonly id: string;
  readonly command: string;
  readonly folder: string;
  readonly mark: string;
  readonly program: Program;
  readonly driver: ProcessesDriver;
  readonly clock: Clock;
  /** Its own limit; none without it. */
  readonly timeoutMs?: number;
  readonly onEnded: () => void;
}

/** A command in the background: what it is, how it ended, and what it wrote. */
export class RunningProcess {
  readonly #started: StartedProcess;
  readonly #log = new ByteLog(MOST_KEPT_BYTES);
  readonly #stripper = new ControlStripper();
  readonly #startedAt: number;
  readonly #startedTick: number;
  /** What poll, wait and kill have not given yet begins here. */
  #cursor = 0;
  #status: BackgroundStatus = "running";
  #end:
    | {
        readonly exitCode: number | null;
        readonly signal?: string;
        /** Why its fate is not known. */
        readonly lost?: string;
        readonly at: number;
        readonly tick: number;
      }
    | undefined;
  #watchers = new Set<() => void>();
  readonly #hasEnded: Promise<void>;
  #unreadBytes = 0;
  #wasCancelled = false;
  #stopTimer: () => void = () => undefined;

  constructor(started: StartedProcess) {
    this.#started = started;
    const { program, clock, timeoutMs } = started;
    this.#startedAt = clock.now();
    this.#startedTick = clock.monotonic();
    program.output.listen((chunk) => {
      this.#log.push(this.#stripper.push(chunk));
      this.#tell();
    });
    this.#hasEnded = program.ended.then((end) => this.#finish(end));
    if (timeoutMs !== undefined)
      this.#stopTimer = clock.timer(timeoutMs, () => {
        if (this.#status !== "running") return;
        this.#status = "timed_out";
        void this.#endTree();
      });
  }

  get isRunning(): boolean {
    return this.#end === undefined;
  }

  /** Milliseconds since the epoch; nothing while it runs. */
  get endedAt(): number | undefined {
    return this.#end?.at;
  }

  facts(): BackgroundProcess {
    const { id, command, folder, program, clock } = this.#started;
    const end = this.#end;
    return {
      id,
      status: this.#status,
      command,
      folder,
      pid: program.identity.pid,
      exitCode: end?.exitCode ?? null,
      ...(end?.signal === undefined ? {} : { signal: end.signal }),
      startedAt: this.#startedAt,
      endedAt: end?.at ?? null,
      durationMs: (end?.tick ?? clock.monotonic()) - this.#startedTick,
    };
  }

  get totalBytes(): number {
    return this.#log.end;
  }

  /** The next page of what was not given yet. */
  poll(maxBytes: number): ProcessLook {
    const notes: string[] = [];
    const from = Math.max(this.#cursor, this.#log.start);
    if (from > this.#cursor)
      notes.push(`${from - this.#cursor} older bytes are gone; only the newest 2 MB are kept`);
    const page = this.#page(from, maxBytes);
    this.#cursor = from + page.length;
    return this.#look(page, this.#cursor, { notes, isTruncated: notes.length > 0 });
  }

  /** A page from a byte on; ends at a line where it holds one. The oldest byte that is kept comes first. */
  log(offset: number, maxBytes: number): ProcessLook {
    const from = Math.max(offset, this.#log.start);
    const notes =
      from > offset ? [`bytes ${offset}-${from - 1} are gone; only the newest 2 MB are kept`] : [];
    const page = this.#page(from, maxBytes);
    const isLast = from + page.length >= this.#log.end;
    const line = isLast ? 0 : page.lastIndexOf(LINE_FEED) + 1;
    const shown = line === 0 ? page : page.subarray(0, line);
    return this.#look(shown, from + shown.length, { notes, isTruncated: notes.length > 0 });
  }

  /** Settles when it has ended, when new output holds the text, or when the time or the call is over. */
  async wait(
    timeoutMs: number,
    { until, signal }: { readonly until?: string; readonly signal: AbortSignal },
  ): Promise<void> {
    const needle = until === undefined || until === "" ? undefined : Buffer.from(until);
    let searched = Math.max(this.#cursor, this.#log.start);
    const isFound = (): boolean => {
      if (needle === undefined) return false;
      searched = Math.max(searched, this.#log.start);
      const fresh = this.#log.read(searched, Infinity);
      const found = Buffer.from(fresh.buffer, fresh.byteOffset, fresh.byteLength).includes(needle);
      searched = Math.max(searched, this.#log.end - needle.length + 1);
      return found;
    };
    if (!this.isRunning || isFound() || signal.aborted) return;
    let stopWaiting = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      const look = (): void => {
        if (!this.isRunning || isFound()) resolve();
      };
      const finish = (): void => resolve();
      const stopTimer = this.#started.clock.timer(timeoutMs, finish);
      this.#watchers.add(look);
      signal.addEventListener("abort", finish, { once: true });
      stopWaiting = () => {
        stopTimer();
        this.#watchers.delete(look);
        signal.removeEventListener("abort", finish);
      };
    });
    await over;
    stopWaiting();
  }

  /** False when it had ended before. */
  async kill(): Promise<boolean> {
    if (!this.isRunning) {
      // It may go on, where nobody hears it any more.
      if (this.#end?.lost !== undefined) await this.#endTree();
      return false;
    }
    if (this.#status === "running") this.#status = "cancelled";
    this.#wasCancelled = true;
    await this.#endTree();
    await this.#hasEnded;
    return true;
  }

  /** `waiting`: it has not read it yet, and may later. `full`: too much waits already; nothing was sent. */
  async write(text: string, isEnd: boolean): Promise<"taken" | "waiting" | "full" | "ended"> {
    const { program, clock } = this.#started;
    if (!this.isRunning) return "ended";
    if (this.#unreadBytes > MOST_UNREAD_BYTES) return "full";
    const bytes = Buffer.byteLength(text);
    this.#unreadBytes += bytes;
    const taking = text === "" ? Promise.resolve(true) : program.write(text);
    if (isEnd) program.endInput();
    let stopTimer = (): void => undefined;
    const late = new Promise<"waiting">((resolve) => {
      stopTimer = clock.timer(READS_WITHIN_MS, () => resolve("waiting"));
    });
    const taken = taking.then((isTaken) => {
      this.#unreadBytes -= bytes;
      return isTaken ? ("taken" as const) : ("ended" as const);
    });
    const how = await Promise.race([taken, late]);
    stopTimer();
    return how;
  }

  #endTree(): Promise<unknown> {
    const { driver, mark, program } = this.#started;
    return driver.end({ mark, heads: [program.identity.pid] });
  }

  #finish(end: ProgramEnd): void {
    const { program, clock, onEnded } = this.#started;
    this.#stopTimer();
    program.output.drain?.();
    const exitCode = end.exitCode ?? null;
    const signal = end.signal ?? (exitCode === null ? undefined : signalOfExitCode(exitCode));
    if (this.#status === "running") this.#status = exitCode === 0 ? "completed" : "failed";
    this.#end = {
      exitCode: this.#wasCancelled || this.#status === "timed_out" ? null : exitCode,
      ...(signal === undefined ? {} : { signal }),
      ...(end.lost === undefined ? {} : { lost: end.lost }),
      at: clock.now(),
      tick: clock.monotonic(),
    };
    this.#tell();
    onEnded();
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }

  /** Never half a character, unless there is nothing else. */
  #page(from: number, maxBytes: number): Uint8Array {
    const page = this.#log.read(from, maxBytes);
    const isAtEnd = from + page.length >= this.#log.end && !this.isRunning;
    if (isAtEnd) return page;
    const border = characterBorder(page, page.length);
    return border === 0 ? page : page.subarray(0, border);
  }

  #look(
    page: Uint8Array,
    nextOffset: number,
    more: { readonly notes: readonly string[]; readonly isTruncated: boolean },
  ): ProcessLook {
    const lost = this.#end?.lost;
    const fate =
      lost === undefined
        ? []
        : [
            `the connection was lost (${lost}); whether it still runs is not known, kill ends what is left of it`,
          ];
    return {
      process: this.facts(),
      output: renderPage(page),
      nextOffset,
      moreBytes: this.#log.end - nextOffset,
      ...more,
      notes: [...more.notes, ...fate],
    };
  }
}
