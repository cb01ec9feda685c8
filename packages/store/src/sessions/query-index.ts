import type { SQLInputValue } from "node:sqlite";
import type { SessionFilter, SessionSummary } from "@wield/core";
import { numberOf, textOf } from "../database/columns.ts";
import type { Row } from "../database/columns.ts";
import type { OpenIndex } from "./index-schema.ts";
import type { SearchTerm } from "./search-terms.ts";
import { snippet } from "./snippet.ts";

/** A message, or a title, in which all that was looked for occurs. */
export interface SessionHit {
  readonly sessionId: string;
  readonly title: string;
  readonly workspaceRoot: string;
  /** `title` for the title itself, which has no message. */
  readonly role: "user" | "assistant" | "result" | "title";
  readonly messageId: string;
  readonly seq: number;
  readonly at: number;
  /** About 240 characters on one line, what was looked for between `**`. */
  readonly snippet: string;
}

/** Newest first. With terms: those in which each occurs somewhere. */
export function listIndexed(
  open: OpenIndex,
  filter: SessionFilter,
  terms: readonly SearchTerm[] | undefined,
): readonly SessionSummary[] {
  const conditions = [filter.parentId === undefined ? "parent_id IS NULL" : "parent_id = ?"];
  const bound: SQLInputValue[] = filter.parentId === undefined ? [] : [filter.parentId];
  if (filter.workspaceRoot !== undefined) {
    conditions.push("workspace = ?");
    bound.push(filter.workspaceRoot);
  }
  for (const term of terms ?? []) {
    const [condition, value] = conditionOf(term);
    conditions.push(`id IN (SELECT session_id FROM said WHERE ${condition})`);
    bound.push(value);
  }
  const sql = `SELECT * FROM session WHERE ${conditions.join(" AND ")} ORDER BY updated_at DESC, id DESC LIMIT ?`;
  return open.database
    .prepare(sql)
    .all(...bound, filter.limit ?? -1)
    .map(summaryOf);
}

/** The best first; where only parts of words are looked for, the newest. */
export function searchIndexed(
  open: OpenIndex,
  terms: readonly SearchTerm[],
  { workspaceRoot, limit }: { readonly workspaceRoot?: string; readonly limit: number },
): readonly SessionHit[] {
  const phrases = terms.flatMap((term) => (term.kind === "words" ? [phraseOf(term.words)] : []));
  const parts = terms.flatMap((term) => (term.kind === "part" ? [likeOf(term.text)] : []));
  const isRanked = phrases.length > 0;
  const conditions = [
    ...(isRanked ? ["words MATCH ?"] : []),
    ...parts.map(() => String.raw`said.text LIKE ? ESCAPE '\'`),
    ...(workspaceRoot === undefined ? [] : ["session.workspace = ?"]),
  ];
  const sql = `
    SELECT said.session_id, said.seq, said.message_id, said.role, said.at, said.text, session.title, session.workspace
    FROM ${isRanked ? "words JOIN said ON said.rowid = words.rowid" : "said"}
    JOIN session ON session.id = said.session_id
    WHERE ${conditions.join(" AND ")}
    ORDER BY ${isRanked ? "bm25(words), " : ""}said.at DESC LIMIT ?`;
  const bound = [
    ...(isRanked ? [phrases.join(" AND ")] : []),
    ...parts,
    ...(workspaceRoot === undefined ? [] : [workspaceRoot]),
    limit,
  ];
  return open.database
    .prepare(sql)
    .all(...bound)
    .map((row) => hitOf(row, terms));
}

function conditionOf(term: SearchTerm): readonly [condition: string, value: string] {
  return term.kind === "words"
    ? ["rowid IN (SELECT rowid FROM words WHERE words MATCH ?)", phraseOf(term.words)]
    : [String.raw`text LIKE ? ESCAPE '\'`, likeOf(term.text)];
}

/** Words that stand in a row. They hold letters and digits only, so nothing of them is an operator. */
function phraseOf(words: readonly string[]): string {
  return `"${words.join(" ")}"`;
}

function likeOf(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

function summaryOf(row: Row): SessionSummary {
  const parentId = textOf(row, "parent_id");
  return {
    id: textOf(row, "id") ?? "",
    title: textOf(row, "title") ?? "",
    workspaceRoot: textOf(row, "workspace") ?? "",
    ...(parentId === undefined ? {} : { parentId }),
    createdAt: numberOf(row, "created_at") ?? 0,
    updatedAt: numberOf(row, "updated_at") ?? 0,
    messageCount: numberOf(row, "messages") ?? 0,
  };
}

const ROLES = ["user", "assistant", "result"] as const;

function hitOf(row: Row, terms: readonly SearchTerm[]): SessionHit {
  const role = textOf(row, "role");
  return {
    sessionId: textOf(row, "session_id") ?? "",
    title: textOf(row, "title") ?? "",
    workspaceRoot: textOf(row, "workspace") ?? "",
    role: ROLES.find((known) => known === role) ?? "title",
    messageId: textOf(row, "message_id") ?? "",
    seq: numberOf(row, "seq") ?? 0,
    at: numberOf(row, "at") ?? 0,
    snippet: snippet(textOf(row, "text") ?? "", terms),
  };
}
