/** One word of a shell, whatever it holds (but no NUL). */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
