import { fail, type Json, type Outcome, value } from "@wield/core";

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Member {
  readonly key: string;
  readonly start: number;
  readonly value: Span;
  /** Behind the comma that follows; absent without one. */
  readonly commaEnd?: number;
}

/** From the first token of a value to behind its last one. */
interface Span {
  readonly start: number;
  readonly end: number;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[{}[\]:,]|[^\s"{}[\]:,/]+/gy;

const SPACE = /\s*/y;

/** A text of JSON, where comments and last commas are allowed, of which single members are changed; all else stays letter by letter. */
export interface JsonText {
  readonly text: string;
  /** What stands at a path of keys; nothing where there is none. */
  at(path: readonly string[]): Json | undefined;
  /** Puts a value there, with the objects that lead to it. `undefined` takes it out. */
  with(path: readonly string[], put: Json | undefined): Outcome<JsonText>;
}

/** Fails with `cannot_edit` for what is no JSON, or no object. */
export function readJsonText(text: string): Outcome<JsonText> {
  const tokens = tokensOf(text);
  let parsed: Json | undefined;
  try {
    parsed = tokens === undefined ? undefined : (JSON.parse(plain(tokens)) as Json);
  } catch {
    parsed = undefined;
  }
  if (tokens === undefined || parsed === undefined) return fail("cannot_edit", "the file is not JSON");
  const root = parsed;
  return value({
    text,
    at: (path) => path.reduce<Json | undefined>((from, key) => memberOf(from, key), root),
    with: (path, put) => change({ text, tokens, path, put }),
  });
}

function memberOf(from: Json | undefined, key: string): Json | undefined {
  if (typeof from !== "object" || from === null || Array.isArray(from)) return undefined;
  return Object.hasOwn(from, key) ? (from as Readonly<Record<string, Json>>)[key] : undefined;
}

/** All but spaces and comments; nothing for a text with something else in it. */
function tokensOf(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = 0; ;) {
    SPACE.lastIndex = at;
    at += SPACE.exec(text)?.[0].length ?? 0;
    if (at === text.length) return tokens;
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text)?.[0];
    if (found === undefined) return undefined;
    if (!found.startsWith("/")) tokens.push({ text: found, start: at, end: at + found.length });
    at += found.length;
  }
}

/** Without last commas. */
function plain(tokens: readonly Token[]): string {
  return tokens
    .filter(({ text }, index) => text !== "," || !/^[}\]]$/.test(tokens[index + 1]?.text ?? ""))
    .map(({ text }) => text)
    .join(" ");
}

interface Change {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly path: readonly string[];
  readonly put: Json | undefined;
}

function change({ text, tokens, path, put }: Change): Outcome<JsonText> {
  let span: Span = { start: tokens[0]?.start ?? 0, end: tokens.at(-1)?.end ?? 0 };
  for (const [depth, key] of path.entries()) {
    if (text[span.start] !== "{")
      return fail("cannot_edit", `the file holds something else than an object where ${key} belongs`);
    const members = membersOf(tokens, span);
    const same = members.filter((member) => member.key === key);
    if (same.length > 1) return fail("cannot_edit", `the file holds ${key} twice`);
    const [member] = same;
    if (member !== undefined && depth < path.length - 1) {
      span = member.value;
      continue;
    }
    if (put === undefined)
      return member === undefined
        ? readJsonText(text)
        : readJsonText(without(text, { span, members, member }));
    const form = formOf(text, depth + 1);
    if (member !== undefined) return readJsonText(splice(text, member.value, form.value(put)));
    const nested = path.slice(depth + 1).reduceRight<Json>((inner, outer) => ({ [outer]: inner }), put);
    return readJsonText(
      added(text, { span, members, form, line: `${JSON.stringify(key)}: ${form.value(nested)}` }),
    );
  }
  return readJsonText(text);
}

function membersOf(tokens: readonly Token[], { start, end }: Span): readonly Member[] {
  const inside = tokens.filter((token) => token.start > start && token.end < end);
  const members: Member[] = [];
  for (let at = 0; at < inside.length;) {
    const key = inside[at];
    let last = at + 2;
    for (let depth = 0; ; last += 1) {
      const text = inside[last]?.text ?? "";
      if (text === "{" || text === "[") depth += 1;
      if (text === "}" || text === "]") depth -= 1;
      if (depth <= 0) break;
    }
    const [first, final, next] = [inside[at + 2], inside[last], inside[last + 1]];
    if (key === undefined || first === undefined || final === undefined) break;
    members.push({
      key: JSON.parse(key.text) as string,
      start: key.start,
      value: { start: first.start, end: final.end },
      ...(next === undefined ? {} : { commaEnd: next.end }),
    });
    at = last + 2;
  }
  return members;
}

interface Form {
  readonly newline: string;
  /** Of a member, and of the bracket that closes its object. */
  readonly indent: string;
  readonly outdent: string;
  value(put: Json): string;
}

/** How the file writes what stands at a depth. */
function formOf(text: string, depth: number): Form {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const unit = /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";
  const indent = unit.repeat(depth);
  return {
    newline,
    indent,
    outdent: unit.repeat(depth - 1),
    value: (put) => JSON.stringify(put, undefined, unit).replaceAll("\n", `${newline}${indent}`),
  };
}

interface Addition {
  readonly span: Span;
  readonly members: readonly Member[];
  readonly form: Form;
  readonly line: string;
}

/** Behind the last member, and behind what is said about it. */
function added(text: string, { span, members, form, line }: Addition): string {
  const last = members.at(-1);
  const close = span.end - 1;
  const from = last?.commaEnd ?? last?.value.end ?? span.start + 1;
  // A file that ends its lists with a comma goes on to.
  const hasLastComma = last?.commaEnd !== undefined;
  const comma = last === undefined || hasLastComma ? "" : ",";
  const gap = text.slice(from, close);
  const said = gap.trimEnd();
  const after = gap.slice(said.length);
  const closing = after.includes("\n") ? after : `${form.newline}${form.outdent}`;
  return `${text.slice(0, from)}${comma}${said}${form.newline}${form.indent}${line}${hasLastComma ? "," : ""}${closing}${text.slice(close)}`;
}

interface Removal {
  readonly span: Span;
  readonly members: readonly Member[];
  readonly member: Member;
}

/** With the comma that belonged to it. */
function without(text: string, { span, members, member }: Removal): string {
  const before = text.slice(0, member.start).trimEnd().length;
  const isLast = members.at(-1) === member;
  const previous = members[members.indexOf(member) - 1];
  const end = member.commaEnd ?? member.value.end;
  // A comment may end the line before: what follows must not become part of it.
  const newline = /\r?\n/.exec(text.slice(before, member.start))?.[0] ?? "";
  const isLineOver = /^[^\S\n]*\n/.test(text.slice(end));
  const rest = splice(text, { start: before, end }, isLineOver ? "" : newline);
  if (!isLast || member.commaEnd !== undefined || previous?.commaEnd === undefined) {
    const isEmpty =
      members.length === 1 &&
      rest
        .slice(span.start + 1)
        .trimStart()
        .startsWith("}");
    return isEmpty ? splice(rest, { start: span.start + 1, end: rest.indexOf("}", span.start) }, "") : rest;
  }
  return splice(rest, { start: previous.commaEnd - 1, end: previous.commaEnd }, "");
}

function splice(text: string, { start, end }: Span, put: string): string {
  return `${text.slice(0, start)}${put}${text.slice(end)}`;
}
