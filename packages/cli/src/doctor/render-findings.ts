import { visibleText } from "@wield/core";
import type { Colours } from "../terminal/colours.ts";
import { wrapText } from "../terminal/display-width.ts";
import type { Finding, Health } from "./finding.ts";

const TOPIC_WIDTH = 15;
const MARKS: Readonly<Record<Health, string>> = { ok: "ok   ", hint: "hint ", fault: "FAULT" };

/** One line per finding, its details below it. */
export function renderFindings(
  findings: readonly Finding[],
  page: { readonly columns: number; readonly colours: Colours },
): string {
  const faults = findings.filter(({ health }) => health === "fault").length;
  return [
    ...findings.flatMap((one) => findingLines(one, page)),
    "",
    faults === 0 ? "everything works" : `${faults} ${faults === 1 ? "thing does" : "things do"} not work`,
  ]
    .map((line) => `${line.trimEnd()}\n`)
    .join("");
}

function findingLines(
  { topic, health, text, details }: Finding,
  { columns, colours }: { readonly columns: number; readonly colours: Colours },
): string[] {
  const paint = health === "ok" ? colours.green : health === "hint" ? colours.yellow : colours.red;
  const indent = " ".repeat(MARKS.ok.length + TOPIC_WIDTH + 2);
  const width = Math.max(30, columns - indent.length);
  const [first = "", ...rest] = wrapText(visibleText(text), width);
  return [
    `${paint(MARKS[health])}  ${topic.padEnd(TOPIC_WIDTH)}${first}`,
    ...rest.map((line) => indent + line),
    ...details.flatMap((detail) =>
      wrapText(visibleText(detail), width - 2).map(
        (line, row) => `${indent}${row === 0 ? "- " : "  "}${line}`,
      ),
    ),
  ];
}
