import { fail, isJsonObject, type Json, type JsonObject, type Outcome, value } from "@wield/core";
import type { McpClient } from "./clients.data.ts";

/** How a client starts Wield. */
export interface ClientEntry {
  readonly command: string;
  readonly args: readonly string[];
}

const NAME = "wield";

/**
 * The client's file with Wield's entry in it, or without it; everything else as it was. Fails with `cannot_edit` for
 * a file that is not plain JSON, naming what to put there by hand.
 */
export function editClientConfig(
  before: string | undefined,
  { form }: McpClient,
  entry: ClientEntry | undefined,
): Outcome<string> {
  return form.kind === "toml"
    ? value(editToml(before ?? "", form.table, entry))
    : editJson(before, form, entry);
}

function editJson(
  before: string | undefined,
  { member, hasType }: Extract<McpClient["form"], { kind: "json" }>,
  entry: ClientEntry | undefined,
): Outcome<string> {
  const made: JsonObject | undefined =
    entry === undefined
      ? undefined
      : { ...(hasType ? { type: "stdio" } : {}), command: entry.command, args: [...entry.args] };
  let parsed: Json = {};
  if (before !== undefined && before.trim() !== "") {
    try {
      parsed = JSON.parse(before) as Json;
    } catch {
      return fail(
        "cannot_edit",
        "the file is not plain JSON (it may hold comments), so it is left as it is",
        {
          hint: `put this under ${member} by hand: ${JSON.stringify({ [NAME]: made })}`,
        },
      );
    }
  }
  const servers = isJsonObject(parsed) ? (parsed[member] ?? {}) : undefined;
  if (!isJsonObject(parsed) || !isJsonObject(servers))
    return fail(
      "cannot_edit",
      `the file holds something else where ${member} belongs, so it is left as it is`,
    );
  const { [NAME]: _old, ...others } = servers;
  const next = { ...parsed, [member]: made === undefined ? others : { ...others, [NAME]: made } };
  return value(`${JSON.stringify(next, undefined, indentOf(before))}\n`);
}

/** The indentation the file has. */
function indentOf(text: string | undefined): string {
  return /^([ \t]+)"/m.exec(text ?? "")?.[1] ?? "  ";
}

/** Only our own table is touched: it runs to the next one. */
function editToml(before: string, table: string, entry: ClientEntry | undefined): string {
  const lines = before.split("\n");
  const start = lines.findIndex((line) => line.trim() === `[${table}.${NAME}]`);
  if (start >= 0) {
    const length = lines.slice(start + 1).findIndex((line) => /^\s*\[/.test(line));
    lines.splice(start, length < 0 ? lines.length - start : length + 1);
  }
  const rest = lines.join("\n").trimEnd();
  if (entry === undefined) return rest === "" ? "" : `${rest}\n`;
  const made = [
    `[${table}.${NAME}]`,
    `command = ${JSON.stringify(entry.command)}`,
    `args = [${entry.args.map((arg) => JSON.stringify(arg)).join(", ")}]`,
  ];
  return `${rest === "" ? "" : `${rest}\n\n`}${made.join("\n")}\n`;
}
