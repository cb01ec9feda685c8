import { padToWidth, wrapText } from "../../terminal/display-width.ts";
import { SLASH_COMMANDS } from "./slash-commands.data.ts";
import { DONE } from "./slash-world.ts";
import type { SlashHandler } from "./slash-world.ts";

const KEYS: readonly (readonly [string, string])[] = [
  ["Enter", "send; while a turn runs it is a remark for the model"],
  ["Alt-Enter, Ctrl-J", "a new line; so does a \\ at the end of one"],
  ["Esc, Ctrl-C", "stop what runs; Ctrl-C twice leaves"],
  ["Up, Down", "what was sent before"],
  ["Tab", "complete commands, @files, and calls where they are typed by hand"],
  ["Ctrl-O", "open the last call; again: the one before"],
  ["Ctrl-D", "leave"],
];

export const showHelp: SlashHandler = (_rest, { out, session }) => {
  const forms = SLASH_COMMANDS.map(({ name, form }) => `/${name}${form === "" ? "" : ` ${form}`}`);
  out.line(out.colours.bold("Keys"));
  table(KEYS, out.columns).forEach((line) => out.line(line));
  out.line();
  out.line(out.colours.bold("Commands"));
  table(
    SLASH_COMMANDS.map(({ about }, index) => [forms[index] ?? "", about] as const),
    out.columns,
  ).forEach((line) => out.line(line));
  out.line("  //text sends a text that begins with a slash");
  if (session.model === MANUAL) {
    out.line();
    CALLS.forEach((line) => out.line(line));
  }
  return DONE;
};

/** The model that is a person typing calls. */
export const MANUAL = "manual";

const CALLS = [
  "No model is configured: type a call, a tool's name and its parameters.",
  "  read_file path=README.md limit=20     words as in a shell: quotes keep blanks",
  '  read_file {"path": "README.md"}       or the whole input as JSON',
  "wield setup connects a model.",
];

/** Two columns; below each other where the window is narrow. */
function table(rows: readonly (readonly [string, string])[], columns: number): readonly string[] {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  if (columns < width + 24)
    return rows.flatMap(([name, about]) => [
      ...wrapText(name, columns - 2, true).map((line) => `  ${line}`),
      ...wrapText(about, columns - 6, true).map((line) => `      ${line}`),
    ]);
  return rows.flatMap(([name, about]) =>
    wrapText(about, columns - width - 2).map(
      (line, row) => `  ${padToWidth(row === 0 ? name : "", width)}${line}`,
    ),
  );
}
