import { VERBS } from "./verbs.data.ts";

/** Many verbs are nouns too ("the list of"), so one counts only where no word before it makes it a noun. */
const BEFORE_NOUN = new Set([
  "a",
  "an",
  "the",
  "of",
  "this",
  "that",
  "these",
  "those",
  "its",
  "your",
  "each",
  "some",
  "any",
]);

/** Whether a text says what something does. */
export function hasVerb(text: string): boolean {
  const words = text.toLowerCase().split(/[^a-z]+/);
  return words.some((word, index) => {
    const before = words[index - 1];
    const isNoun = before !== undefined && BEFORE_NOUN.has(before);
    return !isNoun && stemsOf(word).some((stem) => VERBS.has(stem));
  });
}

/** `reads` → `read`; `copies` → `copy`; `writing` → `writ`, `write`; `stopped` → `stopp`, `stop`, `stoppe`. */
function stemsOf(word: string): readonly string[] {
  const stems = [word];
  if (word.endsWith("ies")) stems.push(`${word.slice(0, -3)}y`);
  if (word.endsWith("es")) stems.push(word.slice(0, -2));
  if (word.endsWith("s")) stems.push(word.slice(0, -1));
  for (const ending of ["ing", "ed"]) {
    if (!word.endsWith(ending)) continue;
    const base = word.slice(0, -ending.length);
    stems.push(base, `${base}e`);
    if (base.at(-1) === base.at(-2)) stems.push(base.slice(0, -1));
  }
  return stems;
}

/** Words that say nothing about what a tool does. */
const FILLERS = new Set(
  `a an the this that it its is are be does do can will to of for in on and or with from by as at tool tools function
utility helper use used uses using call called when want wanted need needed something things thing simple simply
just please some any all you your`.split(/\s+/),
);

/** Whether a text has no word of its own beside the words of the name. */
export function onlyRepeats(text: string, name: string): boolean {
  const known = new Set(name.split("_").flatMap(stemsOf));
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.every(
    (word) => word === "" || FILLERS.has(word) || stemsOf(word).some((stem) => known.has(stem)),
  );
}
