import { tokenPrice } from "@wield/core";
import type { ToolDefinition, ToolSettings } from "@wield/core";
import type { Colours } from "../terminal/colours.ts";
import { padToWidth, wrapText } from "../terminal/display-width.ts";
import { parameterRows } from "./parameter-rows.ts";
import type { ParameterRow } from "./parameter-rows.ts";
import { showControlCodes } from "../terminal/control-codes.ts";

/** A tool and how it stands in this conversation. */
export interface ShownTool {
  readonly tool: ToolDefinition;
  readonly origin: string;
  readonly replaces?: string;
  readonly isActive: boolean;
  /** Why it is not active, as a sentence. */
  readonly reason?: string;
  readonly settings: ToolSettings;
}

interface Page {
  readonly columns: number;
  readonly colours: Colours;
}

const INDENT = 2;
const BUILT_IN = "built in";

/** The whole contract of one tool, for a person. */
export function renderTool(shown: ShownTool, page: Page): string {
  const { tool } = shown;
  const rows = parameterRows(tool.input);
  const outputs = tool.output === undefined ? [] : parameterRows(tool.output);
  const sections = [
    heading(shown, page),
    wrapText(showControlCodes(tool.description), page.columns),
    titled(
      "parameters",
      rows.length === 0 ? ["  none"] : rows.flatMap((row) => parameterLines(row, page)),
      page,
    ),
    titled("guidance", indented(tool.guidance ?? "", page), page),
    titled(
      "examples",
      tool.examples.flatMap(({ input, note }) => exampleLines(tool.name, input, note, page)),
      page,
    ),
    titled(
      "data of a success",
      outputs.flatMap((row) => parameterLines(row, page)),
      page,
    ),
    titled(
      "failure codes of its own",
      Object.entries(tool.codes).flatMap(([code, about]) => listed(code, about, page)),
      page,
    ),
    titled("limits", listedAll(limitsOf(shown), page), page),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => `${line.trimEnd()}\n`).join(""))
    .join("\n");
}

/** The same for programs. */
export function toolJson(shown: ShownTool): object {
  const { tool, settings: _settings, ...standing } = shown;
  const { available: _available, prompt: _prompt, input, output, ...contract } = tool;
  return {
    ...contract,
    ...standing,
    tokens: tokenPrice(tool),
    input: input.json,
    bounds: Object.fromEntries(input.bounds),
    ...(output === undefined ? {} : { output: output.json }),
    limits: Object.fromEntries(limitsOf(shown)),
  };
}

function heading({ tool, origin, replaces, isActive, reason }: ShownTool, { colours }: Page): string[] {
  const changes =
    tool.mutates === true
      ? "changes something"
      : tool.mutates === false
        ? "only reports"
        : "may change something";
  const place = origin === BUILT_IN ? origin : `from ${origin}`;
  const from = replaces === undefined ? place : `${place}, instead of ${replaces}`;
  const state = isActive
    ? colours.green("active")
    : colours.yellow(`not active: ${showControlCodes(reason ?? "unknown")}`);
  return [
    `${colours.bold(tool.name)}  ${changes}, ${tokenPrice(tool)} tokens, ${showControlCodes(from)}`,
    state,
  ];
}

function parameterLines({ path, type, need, limits, description }: ParameterRow, page: Page): string[] {
  const facts = [type, need, limits].filter((fact) => fact !== "").join(", ");
  return [`  ${page.colours.bold(path)}  ${page.colours.dim(facts)}`, ...indented(description, page, 6)];
}

function exampleLines(name: string, input: unknown, note: string | undefined, page: Page): string[] {
  const line = `  wield call ${name} '${JSON.stringify(input).replaceAll("'", String.raw`'\''`)}'`;
  return [line, ...indented(note ?? "", page, 6)];
}

/** Time limit, services, what it can do beyond its text. */
function limitsOf({ tool, settings }: ShownTool): readonly (readonly [string, string])[] {
  const limitMs = settings.timeoutsMs.get(tool.name) ?? tool.timeoutMs ?? settings.timeoutMs;
  const from = settings.timeoutsMs.has(tool.name)
    ? `tools.timeouts.${tool.name}`
    : tool.timeoutMs === undefined
      ? "tools.timeout"
      : "the tool";
  return [
    ["time", limitMs === 0 ? "none" : `${limitMs / 1000} s (from ${from})`],
    ["text for a model", `${settings.maxOutputChars} characters (tools.max_output_chars)`],
    ["needs", tool.needs.length === 0 ? "no service" : tool.needs.join(", ")],
    ["effects", effectsOf(tool)],
    ["preview", tool.hasPreview ? "shown when a person is asked" : "none"],
  ];
}

function effectsOf({ mutates, hasEffects }: ToolDefinition): string {
  if (hasEffects) return "told before each call: what it touches";
  return mutates === false ? "none" : "not told: each call counts as changing something unknown";
}

function listedAll(rows: readonly (readonly [string, string])[], page: Page): string[] {
  return rows.flatMap(([label, text]) => listed(label, text, page));
}

function listed(label: string, text: string, { columns }: Page): string[] {
  const width = Math.max(28, label.length + 2);
  return wrapText(showControlCodes(text), Math.max(20, columns - width - INDENT)).map(
    (line, row) => `  ${padToWidth(row === 0 ? label : "", width)}${line}`,
  );
}

function indented(text: string, { columns }: Page, indent = INDENT): string[] {
  return text === ""
    ? []
    : wrapText(showControlCodes(text), columns - indent).map((line) => `${" ".repeat(indent)}${line}`);
}

function titled(title: string, lines: readonly string[], { colours }: Page): readonly string[] {
  return lines.length === 0 ? [] : [colours.bold(title), ...lines];
}
