/** A `[table]` with what stands under it, or the statements before the first one. Places are offsets in the text. */
export interface TomlTable {
  readonly path: readonly string[];
  readonly start: number;
  /** Behind the line of the header or of the last statement; what follows belongs to the next table. */
  end: number;
  readonly statements: TomlStatement[];
}

interface TomlStatement {
  readonly key: readonly string[];
  readonly start: number;
  /** Behind the value, before a comment of the same line. */
  readonly end: number;
  /** The value as it is written. */
  readonly value: string;
}

const TOKEN =
  /"""(?:[^"\\]|\\[^]|"(?!""))*"{3,5}|'''(?:[^']|'(?!''))*'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|\r?\n|[[\]{}=.,]|[^\s"'#[\]{}=.,]+|[^\S\n]+/gy;

/**
 * The tables of a TOML text in their order, by as much of the grammar as it takes not to mistake a string or a list of
 * several lines for a table. Nothing for a text that cannot be read so far.
 */
export function tomlTables(text: string): readonly TomlTable[] | undefined {
  const tables: TomlTable[] = [{ path: [], start: 0, end: 0, statements: [] }];
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at < text.length) {
    const line = lineAt(text, at);
    if (line === undefined) return undefined;
    const { tokens, end, valueEnd } = line;
    const first = tokens[0];
    if (first === "[") {
      const path = pathOf(tokens.filter((token) => token !== "[" && token !== "]"));
      tables.push({ path, start: at, end, statements: [] });
    } else if (first !== undefined) {
      const equals = tokens.indexOf("=");
      const table = tables.at(-1);
      if (equals < 1 || table === undefined) return undefined;
      const key = pathOf(tokens.slice(0, equals));
      table.statements.push({ key, start: at, end: valueEnd, value: tokens.slice(equals + 1).join("") });
      table.end = end;
    }
    at = end;
  }
  return tables;
}

/** One line, or as many as its brackets and strings take, without spaces and comments. */
function lineAt(
  text: string,
  start: number,
): { readonly tokens: readonly string[]; readonly end: number; readonly valueEnd: number } | undefined {
  const tokens: string[] = [];
  let depth = 0;
  let valueEnd = start;
  TOKEN.lastIndex = start;
  for (let at = start; at < text.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined) return undefined;
    if (token.endsWith("\n") && token.trim() === "") {
      if (depth <= 0) return { tokens, end: TOKEN.lastIndex, valueEnd };
      continue;
    }
    if (token.startsWith("#") || token.trim() === "") continue;
    if (token === "[" || token === "{") depth += 1;
    if (token === "]" || token === "}") depth -= 1;
    tokens.push(token);
    valueEnd = TOKEN.lastIndex;
  }
  return depth > 0 ? undefined : { tokens, end: text.length, valueEnd };
}

function pathOf(tokens: readonly string[]): readonly string[] {
  return tokens.filter((token) => token !== ".").map(tomlString);
}

/** What a key or a string of one line stands for. */
export function tomlString(written: string): string {
  if (written.startsWith("'")) return written.slice(1, -1);
  if (!written.startsWith('"')) return written;
  try {
    return String(JSON.parse(written));
  } catch {
    return written;
  }
}
