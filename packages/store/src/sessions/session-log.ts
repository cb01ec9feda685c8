import { closeSync, constants, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { syncData, syncFolder } from "../home/durable-file.ts";
import { GroupSync } from "../journal/group-sync.ts";

const OPEN_FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/** The log of a session this process holds. Made with its first line. Throws what the file system throws. */
export class SessionLog {
  readonly #path: string;
  #fd: number | undefined;
  #sync: GroupSync | undefined;
  /** What is there ends in the middle of a line. */
  #needsBreak: boolean;
  #isNew: boolean;

  constructor(path: string, found: { readonly isNew: boolean; readonly endsCleanly: boolean }) {
    this.#path = path;
    this.#isNew = found.isNew;
    this.#needsBreak = !found.endsCleanly;
  }

  /** Writes lines at once; none holds a line break. */
  write(lines: readonly string[]): void {
    const fd = this.#opened();
    const text = `${lines.join("\n")}\n`;
    const record = Buffer.from(this.#needsBreak ? `\n${text}` : text);
    // Until it is known to be whole, the next one starts on a line of its own.
    this.#needsBreak = true;
    if (writeSync(fd, record) < record.length) {
      throw Object.assign(new Error("the record was cut short"), { code: "ENOSPC" });
    }
    this.#needsBreak = false;
  }

  /** Resolves when all that was written is on disk. */
  async sync(): Promise<void> {
    await this.#sync?.request();
  }

  async close(): Promise<void> {
    const fd = this.#fd;
    if (fd === undefined) return;
    this.#fd = undefined;
    await this.#sync?.idle();
    closeSync(fd);
  }

  #opened(): number {
    if (this.#fd !== undefined) return this.#fd;
    const fd = openSync(this.#path, OPEN_FLAGS, 0o600);
    this.#fd = fd;
    const folder = dirname(this.#path);
    this.#sync = new GroupSync(async () => {
      const names = this.#isNew ? [folder, dirname(folder), dirname(dirname(folder))] : [];
      await Promise.all([syncData(fd), ...names.map(syncFolder)]);
      this.#isNew = false;
    });
    return fd;
  }
}
