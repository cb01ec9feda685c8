import { type Outcome, value } from "@wield/core";
import { contentHash } from "../../../content/content-mark.ts";
import { quoteWord } from "../../../processes/shell/quote-word.ts";
import { ioError } from "../../failures.ts";
import type { RemoteWork } from "../open/open-remote-for-reading.ts";
import { remoteError } from "../place/remote-error.ts";
import { replacedMeanwhile } from "../place/remote-locate.ts";
import { RemoteStats } from "../place/remote-stats.ts";
import { readRemoteContent } from "../read-remote-file.ts";
import { posixChecksum } from "./posix-checksum.ts";
import { type RemoteTarget, step } from "./remote-target.ts";

/** What a file there holds before it is changed. */
export interface RemotePresent {
  /** Nothing when there is more than may be kept. */
  readonly content?: Uint8Array;
  /** sha256 of all of it, hexadecimal. */
  readonly hash: string;
  /** What that place itself can say of the content, to notice a change: the same sum, or one of POSIX. */
  readonly fingerprint: string;
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
  readonly stats: RemoteStats;
}

/** Larger files are hashed there, when that place can; what cannot is brought here whole. */
const MOST_BROUGHT_BYTES = 4 * 1024 ** 3;

export async function readRemotePresent(
  work: RemoteWork,
  target: RemoteTarget,
): Promise<Outcome<RemotePresent>> {
  const { maxUndoBytes } = work.scope;
  const { opened } = target;
  const ready = await step(work, target, "knows");
  if (!ready.ok) return ready;
  const hasPosixOnly = ready.value.body.toString() === "crc";
  if (Number(opened.object?.stats.size ?? 0) <= maxUndoBytes) {
    const read = await readRemoteContent(opened, maxUndoBytes + 1);
    if (!read.ok) return read;
    const { bytes, stats } = read.value;
    if (bytes.length <= maxUndoBytes)
      return value({ ...(await presentOf(stats, bytes, hasPosixOnly)), content: bytes });
  }
  const hashed = await hashThere(work, target);
  if (!hashed.ok) return hashed;
  if (hashed.value !== undefined) return value(hashed.value);
  const whole = await readRemoteContent(opened, MOST_BROUGHT_BYTES);
  if (!whole.ok) return whole;
  const { bytes, stats } = whole.value;
  return value(await presentOf(stats, bytes, hasPosixOnly));
}

/** Nothing where that place has no program for it. */
async function hashThere(
  work: RemoteWork,
  target: RemoteTarget,
): Promise<Outcome<RemotePresent | undefined>> {
  const { opened, name } = target;
  const { display } = opened.path;
  const reply = await step(work, target, `total ${quoteWord(name)}`);
  if (!reply.ok) return reply;
  const { body, word } = reply.value;
  if (!word.startsWith("ok")) return ioError("read", display, remoteError(word));
  const stats = RemoteStats.parse(body.toString().trim());
  if (stats === undefined || opened.object?.stats.isSameObject(stats) !== true)
    return ioError("read", display, replacedMeanwhile());
  const hash = word.slice("ok ".length);
  if (hash === "") return value(undefined);
  return value({
    hash,
    fingerprint: hash,
    size: Number(stats.size),
    mode: Number(stats.mode) & 0o7777,
    stats,
  });
}

async function presentOf(
  stats: RemoteStats,
  bytes: Uint8Array,
  hasPosixOnly: boolean,
): Promise<RemotePresent> {
  const hash = await contentHash(bytes);
  const fingerprint = hasPosixOnly ? posixChecksum(bytes) : hash;
  return { hash, fingerprint, size: bytes.length, mode: Number(stats.mode) & 0o7777, stats };
}
