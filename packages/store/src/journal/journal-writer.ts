import { close, closeSync, constants, fstatSync, openSync, statSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Clock } from "@wield/core";
import { faultCode } from "../home/describe-fault.ts";
import { syncData, syncFolder } from "../home/durable-file.ts";
import { GroupSync } from "./group-sync.ts";
import { DAY_MS, dayFileName, endOfDay } from "./journal-days.ts";
import { makeFolder } from "../home/make-folder.ts";

const OPEN_FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
const PLACE_CHECK_MS = 1_000;
/** Faults after which the open file is still the right one to write to. */
const KEEPS_FILE = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

interface OpenDay {
  readonly fd: number;
  readonly path: string;
  readonly endsAt: number;
  readonly device: number;
  readonly inode: number;
  readonly sync: GroupSync;
}

/**
 * Appends records to the journal's file of the day. Many processes do so at once: each record is one write to
 * a file that only grows, with a line break before and after, so that what a killed process wrote of a record
 * spoils no other. Throws what the file system throws.
 */
export class JournalWriter {
  readonly #folder: string;
  readonly #clock: Clock;
  #current: OpenDay | undefined;
  #checkedAt = 0;
  readonly #retiring = new Set<Promise<void>>();

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  /** Writes records, all of them at once; `lines` hold no line breaks. Returns how many bytes that were. */
  write(lines: readonly string[]): number {
    const day = this.#today();
    const records = Buffer.from(`\n${lines.join("\n\n")}\n`);
    try {
      const written = writeSync(day.fd, records);
      if (written < records.length) writeCutOff(day.fd, lines, written);
    } catch (error) {
      if (!KEEPS_FILE.has(faultCode(error) ?? "")) this.#retire();
      throw error;
    }
    return records.length;
  }

  /** Resolves once everything written before is on disk, by this writer's files of earlier days too. */
  async sync(): Promise<void> {
    const day = this.#current;
    await Promise.all([...this.#retiring, day?.sync.request()]);
  }

  /** Looks whether the open file still is the one at its path; a record in a removed file would be lost. */
  checkPlace(): void {
    this.#checkedAt = this.#clock.monotonic();
    const day = this.#current;
    if (day === undefined) return;
    const there = statSync(day.path, { throwIfNoEntry: false });
    if (there === undefined || there.ino !== day.inode || there.dev !== day.device) this.#retire();
  }

  /** Waits for syncs under way and closes. Asks for no sync of its own. */
  async close(): Promise<void> {
    const day = this.#current;
    this.#current = undefined;
    await Promise.allSettled([...this.#retiring, day?.sync.idle()]);
    if (day !== undefined) closeSync(day.fd);
  }

  #today(): OpenDay {
    const now = this.#clock.now();
    if (this.#clock.monotonic() - this.#checkedAt > PLACE_CHECK_MS) this.checkPlace();
    const day = this.#current;
    if (day !== undefined && now < day.endsAt && now >= day.endsAt - DAY_MS) return day;
    this.#retire();
    this.#current = this.#open(now);
    return this.#current;
  }

  #open(now: number): OpenDay {
    const isFolderNew = makeFolder(this.#folder);
    const path = join(this.#folder, dayFileName(now));
    const fd = openSync(path, OPEN_FLAGS, 0o600);
    const { ino: inode, dev: device } = fstatSync(fd);
    const folders = isFolderNew
      ? [this.#folder, dirname(this.#folder), dirname(dirname(this.#folder))]
      : [this.#folder];
    let areNamesSafe = false;
    const sync = new GroupSync(async () => {
      await Promise.all([syncData(fd), ...(areNamesSafe ? [] : folders.map(syncFolder))]);
      areNamesSafe = true;
    });
    return { fd, path, endsAt: endOfDay(now), device, inode, sync };
  }

  /** Lets go of the open file once what is in it is on disk. A failure to sync is that of the next `sync`. */
  #retire(): void {
    const day = this.#current;
    if (day === undefined) return;
    this.#current = undefined;
    const retiring = day.sync.request().finally(() => {
      this.#retiring.delete(retiring);
      close(day.fd);
    });
    retiring.catch(() => undefined);
    this.#retiring.add(retiring);
  }
}

/** A write may stop short of its end. Others may have written since, so what was cut off is written whole again. */
function writeCutOff(fd: number, lines: readonly string[], written: number): void {
  let end = 0;
  for (const line of lines) {
    const record = Buffer.from(`\n${line}\n`);
    end += record.length;
    if (end > written && writeSync(fd, record) < record.length)
      throw Object.assign(new Error("the record was cut short"), { code: "ENOSPC" });
  }
}
