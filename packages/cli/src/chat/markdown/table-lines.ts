import type { Tokens } from "marked";
import { lineWidth, span, wrapSpans } from "../../terminal/styled-text.ts";
import type { StyledLine } from "../../terminal/styled-text.ts";
import { inlineLines } from "./inline-spans.ts";

const GAP = 2;
/** A column that would get less cannot be read; the table is shown as a list of its rows then. */
const LEAST_COLUMN = 6;

/** A table whose cells are wrapped; where even that leaves no room, each row as `column: value` lines. */
export function tableLines({ header, rows, align }: Tokens.Table, columns: number): readonly StyledLine[] {
  const cell = ({ tokens }: Tokens.TableCell, isHead: boolean): StyledLine =>
    inlineLines(tokens, isHead ? ["bold"] : []).flat();
  const head = header.map((each) => cell(each, true));
  const body = rows.map((row) => row.map((each) => cell(each, false)));
  const natural = head.map((each, at) =>
    Math.max(1, lineWidth(each), ...body.map((row) => lineWidth(row[at] ?? []))),
  );
  const widths = shares(natural, columns - GAP * (head.length - 1));
  if (widths === undefined) return asList(head, body, columns);
  const line = (cells: readonly StyledLine[]): readonly StyledLine[] => rowLines(cells, widths, align);
  return [
    ...line(head),
    [span(widths.map((width) => "─".repeat(width)).join(" ".repeat(GAP)), "dim")],
    ...body.flatMap((row) => line(row)),
  ];
}

/** Columns that are narrow anyway keep their width; the others share the rest. */
function shares(natural: readonly number[], room: number): readonly number[] | undefined {
  if (natural.reduce((sum, width) => sum + width, 0) <= room) return natural;
  const widths = [...natural];
  let open = natural.map((_width, at) => at);
  let left = room;
  for (;;) {
    const share = Math.floor(left / Math.max(1, open.length));
    const fitting = open.filter((at) => (natural[at] ?? 0) <= share);
    if (fitting.length === 0) {
      if (share < LEAST_COLUMN) return undefined;
      for (const at of open) widths[at] = share;
      return widths;
    }
    left -= fitting.reduce((sum, at) => sum + (natural[at] ?? 0), 0);
    open = open.filter((at) => !fitting.includes(at));
    if (open.length === 0) return widths;
  }
}

function rowLines(
  cells: readonly StyledLine[],
  widths: readonly number[],
  align: Tokens.Table["align"],
): readonly StyledLine[] {
  const wrapped = widths.map((columns, at) => wrapSpans(cells[at] ?? [], { columns }));
  const height = Math.max(1, ...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_none, row) =>
    widths.flatMap((width, at) => {
      const line = wrapped[at]?.[row] ?? [];
      const blank = span(" ".repeat(Math.max(0, width - lineWidth(line))));
      const gap = at === widths.length - 1 ? [] : [span(" ".repeat(GAP))];
      return [...(align[at] === "right" ? [blank, ...line] : [...line, blank]), ...gap];
    }),
  );
}

function asList(
  head: readonly StyledLine[],
  body: readonly (readonly StyledLine[])[],
  columns: number,
): readonly StyledLine[] {
  return body.flatMap((row, index) => [
    ...(index === 0 ? [] : [[]]),
    ...row.flatMap((value, at) => wrapSpans([...(head[at] ?? []), span(": "), ...value], { columns })),
  ]);
}
