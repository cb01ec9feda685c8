import type { SQLOutputValue } from "node:sqlite";
import type { SessionEvent } from "@wield/core";
import { numberOf, textOf as textCell } from "../database/columns.ts";
import type { OpenIndex } from "./index-schema.ts";
import { removedIds, textOf } from "./session-facts.ts";

/** Written in one transaction: little enough that the event loop is not held up. */
const PART_CHARACTERS = 256 * 1024;

export interface SessionTexts {
  readonly id: string;
  readonly title: string;
  readonly records: readonly { readonly seq: number; readonly at: number; readonly event: SessionEvent }[];
}

interface Said {
  readonly seq: number;
  readonly messageId: string;
  readonly role: string;
  readonly at: number;
  readonly text: string;
}

/** Brings what can be found of one session to what its log says now. Any process may do it, at any time. */
export async function indexTexts(open: OpenIndex, session: SessionTexts): Promise<void> {
  const texts = textsOf(session);
  const known = new Set<number>();
  inTransaction(open, () => {
    for (const row of open.statements.textsOf.all(session.id)) {
      const seq = numberOf(row, "seq") ?? -1;
      if (texts.get(seq)?.text === textCell(row, "text")) known.add(seq);
      else drop(open, row["rowid"] ?? null, row["text"] ?? null);
    }
  });
  const missing = [...texts.values()].filter(({ seq }) => !known.has(seq));
  while (missing.length > 0) {
    inTransaction(open, () => {
      for (let characters = 0; characters < PART_CHARACTERS;) {
        const next = missing.shift();
        if (next === undefined) break;
        characters += next.text.length + 1;
        add(open, session.id, next);
      }
    });
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

function textsOf({ title, records }: SessionTexts): ReadonlyMap<number, Said> {
  const gone = removedIds(records);
  const texts = new Map<number, Said>();
  if (title !== "") {
    texts.set(0, { seq: 0, messageId: "", role: "title", at: records[0]?.at ?? 0, text: title });
  }
  for (const { seq, at, event } of records) {
    if (event.kind !== "message" || gone.has(event.message.id)) continue;
    const text = textOf(event.message);
    if (text.trim() === "") continue;
    texts.set(seq, { seq, messageId: event.message.id, role: event.message.role, at, text });
  }
  return texts;
}

function add({ statements }: OpenIndex, id: string, { seq, messageId, role, at, text }: Said): void {
  const { changes, lastInsertRowid } = statements.addText.run(id, seq, messageId, role, at, text);
  if (changes !== 0) statements.addWords.run(lastInsertRowid, text);
}

type Cell = SQLOutputValue;

function drop({ statements }: OpenIndex, rowid: Cell, text: Cell): void {
  statements.dropWords.run(rowid, text);
  statements.dropText.run(rowid);
}

function inTransaction({ database }: OpenIndex, work: () => void): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    work();
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
