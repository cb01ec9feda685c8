/** The words of a text as a search sees them: runs of letters and digits, in lower case. */
export function searchWords(text: string): readonly string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  );
}
