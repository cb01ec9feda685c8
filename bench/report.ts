import { type Figure, type Goal, isReached, ratioOf } from "./measurement.ts";

export interface Report {
  readonly measurement: string;
  readonly figures: readonly Figure[];
}

/** The figures as a table, one line each. */
export function toTable(reports: readonly Report[]): string {
  const rows = [["", "measured", "beside", "ratio", "goal", ""]];
  for (const { measurement, figures } of reports) {
    rows.push([measurement]);
    for (const figure of figures) rows.push(rowOf(figure));
  }
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** The same for programs. */
export function toJson(reports: readonly Report[]): string {
  const figures = reports.flatMap(({ measurement, figures: measured }) =>
    measured.map((figure) => ({
      measurement,
      ...figure,
      ratio: ratioOf(figure),
      isReached: isReached(figure),
    })),
  );
  const machine = { node: process.version, platform: process.platform, arch: process.arch };
  return `${JSON.stringify({ at: new Date().toISOString(), machine, figures }, undefined, 2)}\n`;
}

function rowOf(figure: Figure): string[] {
  const { what, value, unit, reference, goal } = figure;
  const ratio = ratioOf(figure);
  const reached = isReached(figure);
  return [
    `  ${what}`,
    `${digits(value)} ${unit}`,
    reference === undefined ? "" : `${digits(reference.value)} ${reference.what}`,
    ratio === undefined ? "" : `${ratio.toFixed(2)}×`,
    goal === undefined ? "" : wordsOf(goal, unit),
    reached === undefined ? "" : reached ? "reached" : "MISSED",
  ];
}

function wordsOf(goal: Goal, unit: Figure["unit"]): string {
  if ("aboveReference" in goal) return `≤ beside + ${goal.aboveReference} ${unit}`;
  const suffix = goal.of === "ratio" ? "×" : ` ${unit}`;
  return "atMost" in goal ? `≤ ${goal.atMost}${suffix}` : `≥ ${goal.atLeast}${suffix}`;
}

function digits(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
