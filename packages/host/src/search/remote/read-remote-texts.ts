import { type Outcome, value } from "@wield/core";
import type { RemoteShell } from "../../files/remote/connection/remote-shell.ts";
import { parseNamed } from "../../files/remote/place/remote-entries.ts";
import type { RemoteStats } from "../../files/remote/place/remote-stats.ts";
import { contentOf } from "../../files/remote/read-remote-file.ts";
import { quoteWord } from "../../processes/shell/quote-word.ts";

/** A file below the folder a shell is in: its path with each byte one character, and what it was when it was found. */
export interface RemoteFile {
  readonly bytes: string;
  readonly stats: RemoteStats;
}

/** A content, the reason why it cannot be read, or nothing where another file has the name by now. */
export type RemoteText = Uint8Array | { readonly refused: NodeJS.ErrnoException } | undefined;

const MOST_SCRIPT_BYTES = 60_000;

/**
 * Reads several files with one question. Each is told to be the one that was found, before and after; where that is not
 * certain, or what came is not as long as all of them, each is opened for itself.
 */
export async function readRemoteTexts(
  shell: RemoteShell,
  files: readonly RemoteFile[],
): Promise<Outcome<readonly RemoteText[]>> {
  const together = await readTogether(shell, files);
  if (!together.ok) return together;
  const texts: RemoteText[] = [];
  for (const [index, file] of files.entries()) {
    const known = together.value?.get(index);
    const text = known === undefined ? await readAlone(shell, file) : value(known);
    if (!text.ok) return text;
    texts.push(text.value);
  }
  return value(texts);
}

/** By the place of a file in the list. */
async function readTogether(
  shell: RemoteShell,
  files: readonly RemoteFile[],
): Promise<Outcome<ReadonlyMap<number, Uint8Array> | undefined>> {
  const names = files.map(({ bytes }) => `./${bytes}`);
  const step = `several ${names.map(quoteWord).join(" ")}`;
  if (files.length < 2 || step.length > 2 * MOST_SCRIPT_BYTES) return value(undefined);
  const reply = await shell.ask(Buffer.from(step, "latin1"));
  if (!reply.ok) return reply;
  const { body } = reply.value;
  const end = body.indexOf(0);
  const facts = body.subarray(0, end + 1);
  const contents = body.subarray(end + 1, body.length - facts.length);
  const isUnchanged =
    body.length >= 2 * facts.length &&
    body.at(-facts.length) === 0 &&
    body.subarray(body.length - facts.length + 1).equals(facts.subarray(0, -1));
  if (!isUnchanged) return value(undefined);
  const found = parseNamed(facts.toString("latin1", 0, end), names);
  const sizes = [...found.values()].map(({ size }) => Number(size));
  if (sizes.reduce((sum, size) => sum + size, 0) !== contents.length) return value(undefined);
  const texts = new Map<number, Uint8Array>();
  let at = 0;
  // What may not be read is moved behind the rest there, so the order is that of the answer.
  for (const [name, stats] of found) {
    const index = names.indexOf(name);
    const text = contents.subarray(at, at + Number(stats.size));
    at += text.length;
    if (files[index]?.stats.isSameObject(stats) === true) texts.set(index, text);
  }
  return value(texts);
}

async function readAlone(shell: RemoteShell, { bytes, stats }: RemoteFile): Promise<Outcome<RemoteText>> {
  const read = await contentOf(shell, { bytes, limit: Number(stats.size) + 1 });
  if (!read.ok) return read;
  if ("error" in read.value) {
    const isGone = ["ENOENT", "ENOTDIR", "ELOOP", "ESTALE"].includes(read.value.error.code ?? "");
    return value(isGone ? undefined : { refused: read.value.error });
  }
  return value(read.value.stats.isSameObject(stats) ? read.value.bytes : undefined);
}
