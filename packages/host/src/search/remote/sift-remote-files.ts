import { type Outcome, type SearchOptions, value } from "@wield/core";
import type { RemoteShell } from "../../files/remote/connection/remote-shell.ts";
import { quoteWord } from "../../processes/shell/quote-word.ts";
import type { RemoteFile } from "./read-remote-texts.ts";
import { requiredTexts } from "./required-text.ts";

const MOST_SCRIPT_BYTES = 60_000;
/** Files that begin like this hold every text in another form. */
const UTF_16_MARKS = ["\xff\xfe", "\xfe\xff"];

/**
 * Of these files those that may match, by a look at them there. It leaves out only what certainly has no match; files
 * that cannot be read stay, to be told.
 */
export async function siftRemoteFiles<File extends RemoteFile>(
  shell: RemoteShell,
  files: readonly File[],
  options: SearchOptions,
): Promise<Outcome<readonly File[]>> {
  const texts = requiredTexts(options);
  if (texts === undefined) return value(files);
  const wanted = [...texts.map((text) => Buffer.from(text).toString("latin1")), ...UTF_16_MARKS];
  const grep = `grep -lF${options.isCaseSensitive ? "" : "i"} ${wanted.map((text) => `-e ${quoteWord(text)}`).join(" ")}`;
  const found = new Set<string>();
  for (const names of batches(files.map(({ bytes }) => bytes).filter((bytes) => !bytes.includes("\n")))) {
    const words = names.map((bytes) => quoteWord(`./${bytes}`)).join(" ");
    const step = `set -- ${words}; for x; do [ -r "$x" ] || printf '%s\\n' "$x"; done; ${grep} -- "$@"`;
    const reply = await shell.ask(Buffer.from(step, "latin1"));
    if (!reply.ok) return reply;
    for (const line of reply.value.body.toString("latin1").split("\n")) found.add(line.slice("./".length));
  }
  return value(files.filter(({ bytes }) => bytes.includes("\n") || found.has(bytes)));
}

function batches(names: readonly string[]): readonly (readonly string[])[] {
  const all: string[][] = [];
  let length = Infinity;
  for (const name of names) {
    length += name.length + 6;
    if (length > MOST_SCRIPT_BYTES) {
      all.push([]);
      length = 0;
    }
    all.at(-1)?.push(name);
  }
  return all;
}
