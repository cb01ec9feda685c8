import {
  DEFAULT_MAX_READ_BYTES,
  type FailedResult,
  type Outcome,
  type ReadOptions,
  value,
} from "@wield/core";
import { MARKED_BYTES } from "../../content/content-mark.ts";
import { quoteWord } from "../../processes/shell/quote-word.ts";
import { ioError } from "../failures.ts";
import { notUsableAsFile } from "../open-path.ts";
import { contentAsRead, type ReadWithSize, textOf } from "../read-file.ts";
import type { RemoteShell } from "./connection/remote-shell.ts";
import { openRemoteForReading } from "./open/open-remote-for-reading.ts";
import type { OpenRemotePath } from "./open/open-remote-path.ts";
import { remoteError } from "./place/remote-error.ts";
import { replacedMeanwhile } from "./place/remote-locate.ts";
import { RemoteStats } from "./place/remote-stats.ts";
import type { RemoteContext } from "./remote-context.ts";

/** The script reads in pieces of this size. */
const PIECE_BYTES = 262_144;

export async function readRemoteFile(
  { scope, pool, reached }: RemoteContext,
  given: string,
  options: ReadOptions = {},
): Promise<Outcome<ReadWithSize>> {
  return pool.use(scope.signal, async (shell) => {
    const wanted = options.isExact === true ? "exact file" : "file";
    const opening = await openRemoteForReading({ shell, scope }, given, wanted);
    if (!opening.ok) return opening;
    const { opened, notes, object } = opening.value;
    const refusal = notUsableAsFile("read", opened.path, object);
    if (refusal !== undefined) return refusal;
    const maxBytes = options.maxBytes ?? DEFAULT_MAX_READ_BYTES;
    // One byte more tells whether there is more; a mark needs its own share even of a short read.
    const content = await readRemoteContent(opened, Math.max(maxBytes + 1, MARKED_BYTES));
    if (!content.ok) return content;
    const { bytes, stats } = content.value;
    const read = await contentAsRead(bytes, { said: Number(stats.size), maxBytes });
    const { path } = opened;
    for (const name of [given, path.display]) reached.set(name, path.real);
    return value({ path: path.display, ...read, notes });
  });
}

export async function readRemoteText(
  context: RemoteContext,
  given: string,
  options?: ReadOptions,
): Promise<Outcome<string>> {
  const read = await readRemoteFile(context, given, options);
  return read.ok ? textOf(read.value) : read;
}

export interface RemoteContent {
  readonly bytes: Uint8Array;
  /** Of what was opened. */
  readonly stats: RemoteStats;
}

/** At most `limit` bytes of the very file that was judged. */
export async function readRemoteContent(
  opened: OpenRemotePath,
  limit: number,
): Promise<Outcome<RemoteContent>> {
  const { shell, located, path, object } = opened;
  const failed = (error: NodeJS.ErrnoException): FailedResult => ioError("read", path.display, error);
  const name = Buffer.from(located.rest.at(-1) ?? "").toString("latin1");
  const read = await contentOf(shell, { bytes: name, limit });
  if (!read.ok) return read;
  if ("error" in read.value) return failed(read.value.error);
  const isJudged =
    object !== undefined && object.stats.isSameObject(read.value.stats) && read.value.stats.isFile();
  return isJudged ? value(read.value) : failed(replacedMeanwhile());
}

export interface PartOfFile {
  /** Its name, each byte one character. */
  readonly bytes: string;
  readonly limit: number;
  /** Byte to start at, a multiple of the script's pieces. */
  readonly from?: number;
}

/** At most `limit` bytes of what has a name in the folder the shell is in. */
export async function contentOf(
  shell: RemoteShell,
  { bytes: name, limit, from = 0 }: PartOfFile,
): Promise<Outcome<RemoteContent | { readonly error: NodeJS.ErrnoException }>> {
  const step = `content ${quoteWord(name)} ${Math.ceil(limit / PIECE_BYTES)} ${from / PIECE_BYTES}`;
  const reply = await shell.ask(Buffer.from(step, "latin1"));
  if (!reply.ok) return reply;
  const { body, word } = reply.value;
  if (!word.startsWith("ok")) return value({ error: remoteError(word.slice("io ".length)) });
  const end = body.indexOf(0);
  const stats = RemoteStats.parse(body.subarray(0, end).toString().trim());
  // Where a descriptor cannot be looked at, the name is, before and after.
  const after = word === "ok" ? stats : RemoteStats.parse(word.slice("ok ".length));
  if (stats === undefined || after?.isSameObject(stats) !== true)
    return value({ error: replacedMeanwhile() });
  return value({ bytes: new Uint8Array(body.subarray(end + 1).subarray(0, limit)), stats });
}
