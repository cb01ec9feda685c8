const SINGLE: ReadonlyMap<string, string> = new Map([
  ["a", "\u0007"],
  ["b", "\b"],
  ["e", "\u001B"],
  ["E", "\u001B"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["?", "?"],
]);

const ESCAPE =
  /\\(?:x(?<hex>[0-9a-fA-F]{1,2})|u(?<short>[0-9a-fA-F]{1,4})|U(?<long>[0-9a-fA-F]{1,8})|(?<octal>[0-7]{1,3})|(?<single>[\s\S]))/gu;

/** The value of the inside of `$'…'`; nothing when it holds an escape whose meaning depends on the shell. */
export function decodeAnsiC(inside: string): string | undefined {
  let isKnown = true;
  const decoded = inside.replace(ESCAPE, (...found) => {
    const groups = found.at(-1) as Readonly<Record<string, string | undefined>>;
    const { hex, short, long, octal, single } = groups;
    const code = hex ?? short ?? long;
    const point =
      code === undefined ? (octal === undefined ? undefined : parseInt(octal, 8)) : parseInt(code, 16);
    if (point !== undefined) {
      // Bytes above ASCII are no characters of their own, and NUL ends the word.
      if (point === 0 || point > 0x10ffff || (point > 0x7f && short === undefined && long === undefined))
        isKnown = false;
      return isKnown ? String.fromCodePoint(point) : "";
    }
    const plain = SINGLE.get(single ?? "");
    if (plain === undefined) isKnown = false;
    return plain ?? "";
  });
  return isKnown ? decoded : undefined;
}
