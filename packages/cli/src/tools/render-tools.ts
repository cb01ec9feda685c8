import type { Colours } from "../terminal/colours.ts";
import { cutToWidth, padToWidth, wrapText } from "../terminal/display-width.ts";
import type { ActiveRow, ToolsView } from "./tools-view.ts";
import { showControlCodes } from "../terminal/control-codes.ts";

const BUILT_IN = "built in";
const WIDEST_NAME = 28;

/** The view as a table that fits `columns`. */
export function renderTools(view: ToolsView, columns: number, colours: Colours): string {
  const width = Math.min(
    WIDEST_NAME,
    Math.max(4, ...[...view.active, ...view.inactive].map(({ name }) => name.length)),
  );
  const sections = [
    [
      `toolset ${colours.bold(view.toolset)} (from ${showControlCodes(view.toolsetOrigin)}): ${view.active.length} tools, ${view.tokens} tokens`,
    ],
    view.active.length === 0
      ? ["  no tools are active"]
      : view.active.flatMap((row) => activeLines(row, { width, columns, colours })),
    [
      "* changes something  ~ depends on the arguments  wield tools show NAME tells all",
      "The numbers are tokens: what a model carries of each tool in every request.",
    ].map(colours.dim),
    titled(
      "inactive",
      view.inactive.flatMap(({ name, reason }) => hanging(name, reason, { width, columns })),
      colours,
    ),
    titled(
      "replaced",
      view.replacements.map(({ name, origin, replaces }) =>
        showControlCodes(`  ${name}: ${origin} instead of ${replaces}`),
      ),
      colours,
    ),
    titled(
      "MCP servers",
      view.servers.flatMap(({ name, state, reason }) =>
        hanging(
          showControlCodes(name),
          `${state.replaceAll("_", " ")}${reason === undefined ? "" : `: ${reason}`}`,
          { width, columns },
        ),
      ),
      colours,
    ),
    titled(
      "failed",
      view.failed.flatMap((text) =>
        wrapText(showControlCodes(text), columns - 2).map((line) => `  ${colours.red(line)}`),
      ),
      colours,
    ),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line.trimEnd()}\n`).join(""))
    .join("\n");
}

/** Prices only, the dearest first. */
export function renderPrices(view: ToolsView): string {
  const rows = view.active.toSorted(
    (one, other) => other.tokens - one.tokens || (one.name < other.name ? -1 : 1),
  );
  return [...rows, { name: "total", tokens: view.tokens }]
    .map(({ name, tokens }) => `${String(tokens).padStart(6)}  ${name}\n`)
    .join("");
}

interface Layout {
  readonly width: number;
  readonly columns: number;
}

function activeLines(
  row: ActiveRow,
  { width, columns, colours }: Layout & { readonly colours: Colours },
): string[] {
  const mark = row.mutates === true ? "*" : row.mutates === "depends" ? "~" : " ";
  const lead = `  ${padToWidth(cutToWidth(row.name, width), width)} ${mark} ${String(row.tokens).padStart(5)}  `;
  const line = lead + cutToWidth(showControlCodes(row.summary), Math.max(10, columns - lead.length));
  return row.origin === BUILT_IN
    ? [line]
    : [line, `${" ".repeat(lead.length)}${colours.dim(`from ${showControlCodes(row.origin)}`)}`];
}

function hanging(name: string, text: string, { width, columns }: Layout): string[] {
  const indent = width + 4;
  return wrapText(showControlCodes(text), Math.max(20, columns - indent)).map(
    (line, row) => `  ${padToWidth(row === 0 ? name : "", width)}  ${line}`,
  );
}

function titled(title: string, lines: readonly string[], colours: Colours): readonly string[] {
  return lines.length === 0 ? [] : [colours.bold(title), ...lines];
}
