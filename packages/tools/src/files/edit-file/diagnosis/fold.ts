/** Characters that look like an ASCII one, beyond those that Unicode's compatibility form (NFKC) makes equal. */
const ALIKE: readonly (readonly [ascii: string, alike: string])[] = [
  ["'", "‘’‚‛′ʹʻʼʽˈ´`＇"],
  ['"', "“”„‟″〃＂"],
  ["-", "‐‑‒–—―−⁃˗－"],
  ["*", "∗⁎＊"],
  ["/", "∕⁄"],
  [":", "∶："],
  ["<", "‹"],
  [">", "›"],
  ["~", "∼˜～"],
  ["|", "∣ǀ"],
  ["a", "а"],
  ["c", "с"],
  ["e", "е"],
  ["h", "һ"],
  ["i", "і"],
  ["j", "ј"],
  ["o", "оο"],
  ["p", "рρ"],
  ["s", "ѕ"],
  ["x", "х"],
  ["y", "у"],
  ["v", "ν"],
  ["A", "АΑ"],
  ["B", "ВΒ"],
  ["C", "С"],
  ["E", "ЕΕ"],
  ["H", "НΗ"],
  ["I", "ІΙ"],
  ["J", "Ј"],
  ["K", "КΚ"],
  ["M", "МΜ"],
  ["N", "Ν"],
  ["O", "ОΟ"],
  ["P", "РΡ"],
  ["S", "Ѕ"],
  ["T", "ТΤ"],
  ["X", "ХΧ"],
  ["Y", "Υ"],
  ["Z", "Ζ"],
];

const ASCII_OF = new Map(
  ALIKE.flatMap(([ascii, alike]) => [...alike].map((character) => [character, ascii] as const)),
);
const ANY_ALIKE = new RegExp(`[${[...ASCII_OF.keys()].join("")}]`, "g");

/** Takes no room on a screen: soft hyphen, zero-width and direction marks, variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * One form for all texts that look the same. Every line break becomes one LF and no other LF comes in, so lines
 * keep their numbers.
 */
export function fold(text: string): string {
  return text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(INVISIBLE, "")
    .replaceAll(ANY_ALIKE, (character) => ASCII_OF.get(character) ?? character)
    .normalize("NFKC")
    .replaceAll(ANY_ALIKE, (character) => ASCII_OF.get(character) ?? character);
}
