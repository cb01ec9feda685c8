import type { SQLOutputValue } from "node:sqlite";

export type Row = Record<string, SQLOutputValue>;

/** A text column; `undefined` for NULL. */
export function textOf(row: Row, column: string): string | undefined {
  const cell = row[column];
  return typeof cell === "string" ? cell : undefined;
}

/** A number column; `undefined` for NULL. */
export function numberOf(row: Row, column: string): number | undefined {
  const cell = row[column];
  return typeof cell === "number" ? cell : undefined;
}
