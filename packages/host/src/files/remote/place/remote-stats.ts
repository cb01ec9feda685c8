import { constants } from "node:fs";
import type { FileIdentity, FileKind } from "@wield/core";
import type { ObjectStats } from "../../object-stats.ts";

const KIND_BITS = 0o170000;

/** What is known of one object there. Times are as fine as the server tells them. */
export class RemoteStats implements ObjectStats {
  readonly dev: bigint;
  readonly ino: bigint;
  readonly mode: bigint;
  readonly nlink: bigint;
  readonly uid: number;
  readonly gid: number;
  readonly size: bigint;
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number;
  /** The line it was told with: it is the same as long as nobody changed the object or its content. */
  readonly line: string;

  private constructor(line: string, fields: readonly string[]) {
    const [dev = "0", ino = "0", mode = "0", nlink = "1", uid = "0", gid = "0", size = "0"] = fields;
    this.line = line;
    this.dev = BigInt(dev);
    this.ino = BigInt(ino);
    this.mode = BigInt(`0x${mode}`);
    this.nlink = BigInt(nlink);
    this.uid = Number(uid);
    this.gid = Number(gid);
    this.size = BigInt(size);
    this.modifiedAt = Number(fields[7] ?? 0) * 1000 + fractionMs(fields.slice(8).join(" "));
  }

  /** A line of `stat`, or of `ls -ldin` where there is none; nothing when it is neither. */
  static parse(line: string): RemoteStats | undefined {
    const fields = line.split(" ");
    if (/^\d+ \d+ [0-9a-f]+ \d+ \d+ \d+ \d+ -?\d+ /i.test(`${line} `)) return new RemoteStats(line, fields);
    const [dev = "", ino = "", rights = "", nlink = "", uid = "", gid = "", size = "", ...date] = fields;
    if (!/^[-dlpscb][-rwxsStT]{9}/.test(rights)) return undefined;
    const mode = modeOfRights(rights).toString(16);
    return new RemoteStats(line, [dev, ino, mode, nlink, uid, gid, size, String(secondsOf(date))]);
  }

  isFile(): boolean {
    return this.#isKind(constants.S_IFREG);
  }
  isDirectory(): boolean {
    return this.#isKind(constants.S_IFDIR);
  }
  isSymbolicLink(): boolean {
    return this.#isKind(constants.S_IFLNK);
  }
  isFIFO(): boolean {
    return this.#isKind(constants.S_IFIFO);
  }
  isSocket(): boolean {
    return this.#isKind(constants.S_IFSOCK);
  }
  isCharacterDevice(): boolean {
    return this.#isKind(constants.S_IFCHR);
  }
  isBlockDevice(): boolean {
    return this.#isKind(constants.S_IFBLK);
  }

  get kind(): FileKind {
    if (this.isFile()) return "file";
    if (this.isDirectory()) return "directory";
    return this.isSymbolicLink() ? "link" : "other";
  }

  isSameObject(other: RemoteStats): boolean {
    return this.dev === other.dev && this.ino === other.ino;
  }

  #isKind(bits: number): boolean {
    return (Number(this.mode) & KIND_BITS) === bits;
  }
}

const KINDS: ReadonlyMap<string, number> = new Map([
  ["-", constants.S_IFREG],
  ["d", constants.S_IFDIR],
  ["l", constants.S_IFLNK],
  ["p", constants.S_IFIFO],
  ["s", constants.S_IFSOCK],
  ["c", constants.S_IFCHR],
  ["b", constants.S_IFBLK],
]);

/** `-rwsr-x--T`: what `ls` writes for a mode. */
function modeOfRights(rights: string): number {
  let mode = KINDS.get(rights[0] ?? "") ?? 0;
  for (let at = 1; at < 10; at += 1) {
    const sign = rights[at] ?? "-";
    if (sign !== "-" && sign !== "S" && sign !== "T") mode |= 1 << (9 - at);
    if (/[sStT]/.test(sign)) mode |= 0o1000 << (3 - at / 3);
  }
  return mode;
}

/** `Dec 1 00:17` of the last months, else `Dec 1 2025`; in UTC, as it was asked for. */
function secondsOf([month = "", day = "", timeOrYear = ""]: readonly string[]): number {
  if (!timeOrYear.includes(":")) return Date.parse(`${month} ${day} ${timeOrYear} UTC`) / 1000;
  const now = new Date();
  const thisYear = Date.parse(`${month} ${day} ${now.getUTCFullYear()} ${timeOrYear} UTC`);
  const isAhead = thisYear > now.getTime() + 24 * 3600 * 1000;
  const year = now.getUTCFullYear() - (isAhead ? 1 : 0);
  return Date.parse(`${month} ${day} ${year} ${timeOrYear} UTC`) / 1000;
}

/** `2026-12-01 00:10:11.123456789 +0000`: what stands behind the seconds. */
function fractionMs(time: string): number {
  const digits = /\.(\d{1,9})/.exec(time)?.[1];
  return digits === undefined ? 0 : Number(`0.${digits}`) * 1000;
}

/** An object of another machine is never one of this machine, whatever their numbers are. */
export function remoteIdentity(stats: RemoteStats): FileIdentity {
  return { device: `remote:${stats.dev}`, inode: stats.ino.toString() };
}
