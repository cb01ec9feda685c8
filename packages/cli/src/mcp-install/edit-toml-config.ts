import { fail, type Outcome, value } from "@wield/core";
import type { ClientEntry } from "./client-entry.ts";
import { isOurs, startsOther } from "./starts-other.ts";
import { type TomlTable, tomlString, tomlTables } from "./toml-text.ts";

/** The text with our table in it, or without it. Of a table that is there only what starts Wield is changed. */
export function editTomlConfig(
  before: string,
  path: readonly string[],
  entry: ClientEntry | undefined,
): Outcome<string> {
  const tables = tomlTables(before);
  if (tables === undefined) return fail("cannot_edit", "the file cannot be read as TOML");
  const isWithin = (place: readonly string[]): boolean => path.every((part, index) => place[index] === part);
  const elsewhere = tables.some(
    (table) =>
      !isWithin(table.path) &&
      table.statements.some(({ key }) => {
        const place = [...table.path, ...key];
        return isWithin(place) || place.join("\0") === path.slice(0, -1).join("\0");
      }),
  );
  if (elsewhere)
    return fail("cannot_edit", `the file writes ${path.join(".")} in one line, not as a table of its own`);
  const owned = tables.filter((table) => isWithin(table.path));
  const main = owned.find((table) => table.path.length === path.length);
  const command = main?.statements.find(({ key }) => ["command", "url"].includes(key.join(".")));
  if (command !== undefined && !isOurs(tomlString(command.value)))
    return startsOther(path.at(-1) ?? "", tomlString(command.value));
  if (entry === undefined) return value(withoutTables(before, owned));
  const newline = before.includes("\r\n") ? "\r\n" : "\n";
  const lines = linesOf(entry);
  if (main !== undefined) return value(withStatements(before, main, { lines, newline }));
  const made = [`[${path.join(".")}]`, ...lines.map(([key, written]) => `${key} = ${written}`)];
  const rest = before.trimEnd();
  const gap = rest === "" || rest === "\uFEFF" ? "" : `${newline}${newline}`;
  return value(`${rest}${gap}${made.join(newline)}${newline}`);
}

function linesOf({ command, args }: ClientEntry): readonly (readonly [key: string, written: string])[] {
  return [
    ["command", JSON.stringify(command)],
    ["args", `[${args.map((arg) => JSON.stringify(arg)).join(", ")}]`],
  ];
}

function withStatements(
  text: string,
  table: TomlTable,
  put: { readonly lines: ReturnType<typeof linesOf>; readonly newline: string },
): string {
  let edited = text;
  const missing = put.lines.filter(([name]) => !table.statements.some(({ key }) => key.join(".") === name));
  if (missing.length > 0) {
    const begin = edited.slice(0, table.end);
    const gap = begin.endsWith("\n") ? "" : put.newline;
    const more = missing.map(([key, written]) => `${key} = ${written}${put.newline}`).join("");
    edited = `${begin}${gap}${more}${edited.slice(table.end)}`;
  }
  for (const { key, start, end } of table.statements.toReversed()) {
    const written = put.lines.find(([name]) => name === key.join("."));
    if (written !== undefined) edited = `${edited.slice(0, start)}${written.join(" = ")}${edited.slice(end)}`;
  }
  return edited;
}

/** With the empty lines before each, so that a table that was put in and taken out again leaves nothing. */
function withoutTables(text: string, tables: readonly TomlTable[]): string {
  let edited = text;
  for (const { start, end } of tables.toReversed()) {
    const before = edited.slice(0, start).replace(/(\r?\n)(?:[^\S\n]*\r?\n)+$/, "$1");
    const after = edited.slice(end);
    edited = `${before}${before.trim() === "" ? after.trimStart() : after}`;
  }
  return edited;
}
