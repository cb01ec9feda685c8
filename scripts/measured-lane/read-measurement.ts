import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { childRuns, didRun } from "./child-runs.ts";
import type { MeasurementFolder } from "./measure.ts";

/** How much of one source file ran, in the tests and in the processes they started. */
interface MeasuredFile {
  /** Lines that can run. A file of types has none. */
  readonly lines: number;
  readonly linesRun: number;
}

/** By path relative to the root, with `/`, sorted. */
export type Measurement = ReadonlyMap<string, MeasuredFile>;

/** As Istanbul writes it: lines from 1, columns from 0. */
type Report = Readonly<
  Record<
    string,
    {
      readonly statementMap: Readonly<
        Record<string, { readonly start: { readonly line: number; readonly column: number } }>
      >;
      /** How often each statement ran. */
      readonly s: Readonly<Record<string, number>>;
    }
  >
>;

/** What the last measurement of this root says. Throws when there is none. */
export function readMeasurement(root: string, folder: MeasurementFolder): Measurement {
  const report = JSON.parse(readFileSync(folder.report, "utf8")) as Report;
  const children = childRuns(folder.children, root);
  return new Map(
    Object.entries(report)
      .map(([file, { statementMap, s: counts }]) => {
        const path = relative(root, file).split(sep).join("/");
        const runs = children.get(path) ?? [];
        const offsetOf = runs.length === 0 ? () => 0 : offsets(readFileSync(file, "utf8"));
        const statements = Object.entries(statementMap);
        const run = statements.filter(
          ([id, { start }]) =>
            (counts[id] ?? 0) > 0 || runs.some((ranges) => didRun(ranges, offsetOf(start))),
        );
        return [path, { lines: linesOf(statements), linesRun: linesOf(run) }] as const;
      })
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

function linesOf(statements: readonly (readonly [string, { readonly start: { readonly line: number } }])[]) {
  return new Set(statements.map(([, { start }]) => start.line)).size;
}

/** From line and column to the place in the text. */
function offsets(text: string): (at: { readonly line: number; readonly column: number }) => number {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return ({ line, column }) => (starts[line - 1] ?? 0) + column;
}
