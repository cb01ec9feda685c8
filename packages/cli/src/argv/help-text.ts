import { padToWidth, wrapText } from "../terminal/display-width.ts";
import type { ArgvWorld } from "./parse-argv.ts";
import type { CommandSpec, FlagSpec } from "./command-spec.ts";

/** Help never grows wider than this: longer lines are hard to read. */
const WIDEST = 100;

/** The overview: what there is, one line per command. */
export function overviewText(world: ArgvWorld, version: string): string {
  const listed = world.commands.filter(({ name }) => name !== "");
  const width = Math.max(...listed.map(({ name }) => name.length)) + 2;
  return lines([
    `wield ${version}: tools for AI agents, one guarded and journaled path for every call`,
    "",
    "Usage: wield [COMMAND] [FLAGS]",
    "",
    `  ${padToWidth("wield", width + 6)}the chat in this folder`,
    `  ${padToWidth("wield --continue", width + 6)}the chat, going on with the newest conversation here`,
    `  ${padToWidth("wield --resume ID", width + 6)}the chat, going on with that conversation`,
    ...listed.map(({ name, summary }) => `  wield ${padToWidth(name, width)}${summary}`),
    "",
    "Flags of every command:",
    ...flagLines(world.globalFlags, 80),
    "",
    "wield COMMAND --help tells more of one. Start with:",
    "  wield                                talk with it, or type calls",
    "  wield tools                          what there is",
    "  wield call read_file path=README.md  one call",
    "  wield journal                        what was done",
  ]);
}

/** All that is to know of one command. */
export function commandText(command: CommandSpec, world: ArgvWorld, columns: number): string {
  const width = Math.min(columns, WIDEST);
  const name = command.name === "" ? "wield" : `wield ${command.name}`;
  const below = world.commands.filter(
    ({ name: other }) => command.name !== "" && other.startsWith(`${command.name} `),
  );
  const examples = command.examples.flatMap(({ line, about }) => [
    `  ${line}`,
    ...wrapText(about, width - 6).map((text) => `      ${text}`),
  ]);
  return lines([
    ...wrapText(`${name}: ${command.summary}`, width),
    "",
    ...command.forms.map(
      (form, index) => `${index === 0 ? "Usage:" : "      "} ${name}${form === "" ? "" : ` ${form}`}`,
    ),
    ...below.map((other) => `       wield ${other.name}${other.forms[0] === "" ? "" : ` ${other.forms[0]}`}`),
    ...command.about.flatMap((paragraph) => ["", ...wrapText(paragraph, width)]),
    ...(command.flags.length === 0 ? [] : ["", "Flags:", ...flagLines(command.flags, width)]),
    "",
    "Flags of every command:",
    ...flagLines(
      world.globalFlags.filter((flag) => !command.flags.some((own) => own.name === flag.name)),
      width,
    ),
    ...(examples.length === 0 ? [] : ["", "Examples:", ...examples]),
  ]);
}

function flagLines(flags: readonly FlagSpec[], columns: number): string[] {
  const names = flags.map(
    ({ name, short, value }) =>
      `--${name}${value === undefined ? "" : ` ${value}`}${short === undefined ? "" : `, -${short}`}`,
  );
  const width = Math.max(...names.map((name) => name.length)) + 2;
  return flags.flatMap(({ about }, index) =>
    wrapText(about, columns - width - 2).map(
      (text, row) => `  ${padToWidth(row === 0 ? (names[index] ?? "") : "", width)}${text}`,
    ),
  );
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line.trimEnd()}\n`).join("");
}
