/** The three repairs that cannot change what was meant. Missing closers are never added. */
export function repairHarmless(text: string): { readonly text: string; readonly what: string } | undefined {
  const done: string[] = [];
  const inside = takeOffFence(text);
  if (inside !== undefined) done.push("took off a code fence");
  const given = inside ?? text;
  const escaped = escapeControls(given);
  if (escaped !== given) done.push("escaped raw control characters");
  const trimmed = dropTrailingComma(escaped);
  if (trimmed !== escaped) done.push("dropped a trailing comma");
  return done.length === 0 ? undefined : { text: trimmed, what: done.join(", ") };
}

const FENCE = "```";

function takeOffFence(text: string): string | undefined {
  if (!text.startsWith(FENCE) || !text.endsWith(FENCE)) return undefined;
  const firstBreak = text.indexOf("\n");
  if (firstBreak < 0 || firstBreak > text.length - FENCE.length) return undefined;
  if (!/^[a-z]*[ \t\r]*$/i.test(text.slice(FENCE.length, firstBreak))) return undefined;
  return text.slice(firstBreak + 1, text.length - FENCE.length).trim();
}

/** Raw control characters inside strings, as escapes. One behind a backslash is no JSON at all and is left. */
function escapeControls(text: string): string {
  let result = "";
  let copied = 0;
  for (const { index, isInString } of marks(text)) {
    if (!isInString) continue;
    const code = text.charCodeAt(index);
    result += `${text.slice(copied, index)}\\u${code.toString(16).padStart(4, "0")}`;
    copied = index + 1;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/** Blanks between a comma and its neighbours; more are not looked through. */
const MOST_BLANKS = 64;

/** Drops a comma before a closing bracket when there is exactly one such place and something stands before it. */
function dropTrailingComma(text: string): string {
  const places: number[] = [];
  for (const { index, isInString } of marks(text)) {
    if (isInString) continue;
    const before = text
      .slice(Math.max(0, index - MOST_BLANKS), index)
      .trimEnd()
      .at(-1);
    const after = text.slice(index + 1, index + 1 + MOST_BLANKS).trimStart()[0];
    const isTrailing = after === "}" || after === "]";
    if (isTrailing && before !== undefined && !"{[,:".includes(before)) places.push(index);
  }
  const [place] = places;
  return place === undefined || places.length > 1 ? text : text.slice(0, place) + text.slice(place + 1);
}

interface Mark {
  readonly index: number;
  readonly isInString: boolean;
}

/** Raw control characters inside strings and commas outside of them. */
function* marks(text: string): Generator<Mark> {
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) isInString = !isInString;
    else if (isInString && code === 0x5c) index += 1;
    else if (isInString ? code < 0x20 : code === 0x2c) yield { index, isInString };
  }
}
