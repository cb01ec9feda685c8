/** What has to occur in a text: words in a row, or a part of a word in scripts that put no blanks between words. */
export type SearchTerm =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "part"; readonly text: string };

const WITHOUT_BLANKS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Reads a query: all terms have to occur. Signs and operators are plain text; none when it holds nothing else. */
export function searchTerms(query: string): readonly SearchTerm[] {
  return query
    .normalize("NFKC")
    .split(/\s+/)
    .flatMap((chunk): readonly SearchTerm[] => {
      if (WITHOUT_BLANKS.test(chunk)) {
        return [
          { kind: "part", text: chunk.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "") },
        ];
      }
      const words = wordsOf(chunk);
      return words.length === 0 ? [] : [{ kind: "words", words }];
    });
}

/** Whether a term occurs in a text, for where there is no index. */
export function occurs(term: SearchTerm, text: string): boolean {
  const plain = text.normalize("NFKC").toLowerCase();
  if (term.kind === "part") return plain.includes(term.text);
  return ` ${wordsOf(plain).join(" ")} `.includes(` ${term.words.join(" ")} `);
}

/** Words without accents, in lower case, as the index takes a text apart. */
function wordsOf(text: string): readonly string[] {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}+/gu, "");
  return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
