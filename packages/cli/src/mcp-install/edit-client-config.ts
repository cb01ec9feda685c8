import { fail, isJsonObject, type Json, type Outcome, value } from "@wield/core";
import type { ClientEntry } from "./client-entry.ts";
import type { McpClient } from "./clients.data.ts";
import { editTomlConfig } from "./edit-toml-config.ts";
import { type JsonText, readJsonText } from "./json-text.ts";
import { isOurs, startsOther } from "./starts-other.ts";

const NAME = "wield";

/**
 * The client's file with Wield's entry in it, or without it; everything else as it was, letter by letter, and what the
 * person added to our entry too. Fails with `cannot_edit`, naming what to put there by hand.
 */
export function editClientConfig(
  before: string | undefined,
  { form }: McpClient,
  entry: ClientEntry | undefined,
): Outcome<string> {
  const text = before ?? "";
  const edited =
    form.kind === "toml" ? editTomlConfig(text, [form.table, NAME], entry) : editJson(text, form, entry);
  if (edited.ok || edited.hint !== undefined || entry === undefined) return edited;
  const place = form.kind === "toml" ? form.table : form.member;
  return fail(edited.code, `${edited.message}; it is left as it is`, {
    hint: `put this under ${place} by hand: ${JSON.stringify({ [NAME]: entry })}`,
  });
}

function editJson(
  before: string,
  { member, hasType }: Extract<McpClient["form"], { kind: "json" }>,
  entry: ClientEntry | undefined,
): Outcome<string> {
  const isEmpty = before.trim() === "";
  if (isEmpty && entry === undefined) return value(before);
  const read = readJsonText(isEmpty ? "{}\n" : before);
  if (!read.ok) return read;
  const there = read.value.at([member, NAME]);
  if (there !== undefined && isJsonObject(there) && !isOurs(String(there["command"])))
    return startsOther(NAME, String(there["command"] ?? there["url"] ?? "no command"));
  if (entry === undefined) return textOf(read.value.with([member, NAME], undefined));
  const made = { ...(hasType ? { type: "stdio" } : {}), command: entry.command, args: [...entry.args] };
  if (there === undefined || !isJsonObject(there)) return textOf(read.value.with([member, NAME], made));
  let edited: Outcome<JsonText> = read;
  for (const [key, put] of Object.entries<Json>(made)) {
    if (!edited.ok) return edited;
    if (JSON.stringify(there[key]) !== JSON.stringify(put))
      edited = edited.value.with([member, NAME, key], put);
  }
  return textOf(edited);
}

function textOf(edited: Outcome<JsonText>): Outcome<string> {
  return edited.ok ? value(edited.value.text) : edited;
}
