/** Names what a shell says is missing at the end of a command line. */
export function describeOpen(said: string): string {
  const document = /here-document .*?\(wanted [`'"](.*?)['"]\)/s.exec(said)?.[1];
  if (document !== undefined) return `a here-document is open: its line ${document} is missing`;
  const closer = /looking for matching [`'](.+?)'/s.exec(said)?.[1];
  if (closer !== undefined) return CLOSERS.get(closer) ?? `${closer} is missing`;
  if (/[Uu]nterminated quoted string/.test(said)) return "a quote is open";
  if (/backquote|EOF in `/.test(said)) return "a backquote is open";
  if (/here-?doc/i.test(said)) return "a here-document is open";
  const block = /from [`'](.+?)' command/.exec(said)?.[1];
  return block === undefined ? "a block or a list is not finished" : `a block is open: ${block}`;
}

const CLOSERS: ReadonlyMap<string, string> = new Map([
  ["'", "a single quote (') is open"],
  ['"', 'a double quote (") is open'],
  ["`", "a backquote (`) is open"],
  [")", "a bracket is open: ) is missing"],
  ["}", "a brace is open: } is missing"],
]);
