import type { ShellWord } from "../ports/command-parser.ts";
import { programOf, type CommandPart } from "../effects/parsed-command.ts";
import { isHarmless, isSystemProgram } from "../policy/system-programs.ts";
import { READ_ONLY_COMMANDS, type ReadingCommand } from "./read-only-commands.data.ts";

/** True when a part is in the table of reading commands, with options that only read, and writes no file. */
export function onlyReads(part: CommandPart): boolean {
  const program = programOf(part);
  if (
    part.code !== undefined ||
    part.assignments.length > 0 ||
    part.isRemote ||
    part.inFunction !== undefined
  )
    return false;
  if (part.redirects.some(({ use, target }) => use !== "read" && !isHarmless(target))) return false;
  if (part.redirects.some(({ target }) => /^\/dev\/(tcp|udp)\//.test(target.text) || !target.isLiteral))
    return false;
  // Only redirections, which were looked at above.
  if (part.words.length === 0) return true;
  if (program === undefined || !isSystemProgram(part.words[0])) return false;
  const words = part.words.slice(1);
  const commands = READ_ONLY_COMMANDS.get(program) ?? [];
  return commands.some((command) => reads(command, words));
}

function reads(command: ReadingCommand, words: readonly ShellWord[]): boolean {
  const needed = command.words ?? [];
  if (!needed.every((word, at) => words[at]?.isLiteral === true && words[at]?.text === word)) return false;
  const rest = words.slice(needed.length);
  const isStrict =
    command.not !== undefined ||
    command.only !== undefined ||
    command.hasNoOperands === true ||
    command.maxOperands !== undefined ||
    command.operandsLike !== undefined;
  // A word that is known only when it runs may be an option.
  if (isStrict && rest.some(({ isLiteral }) => !isLiteral)) return false;
  const end = rest.findIndex(({ text }) => text === "--");
  const before = end < 0 ? rest : rest.slice(0, end);
  const options = before.filter(({ text }) => text.startsWith("-") && text !== "-");
  const operands = rest.filter((word) => word.text !== "--" && !options.includes(word));
  if (command.hasNoOperands === true && operands.length > 0) return false;
  if (!operands.every(({ text }) => command.operandsLike?.test(text) ?? true)) return false;
  if (command.maxOperands !== undefined && operands.length > command.maxOperands) return false;
  if (command.only !== undefined && !options.every(({ text }) => isOneOf(text, command.only ?? [])))
    return false;
  return !options.some(({ text }) => command.not?.some((name) => mayBe(text, name)) === true);
}

function isOneOf(text: string, names: readonly string[]): boolean {
  if (names.includes(text) || names.includes(text.split("=", 1)[0] ?? "")) return true;
  return /^-[^-]/.test(text) && Array.from(text.slice(1)).every((letter) => names.includes(`-${letter}`));
}

/** Whether an option can stand for `name`: cut short, with a value, in a cluster. */
function mayBe(text: string, name: string): boolean {
  const bare = text.split("=", 1)[0] ?? "";
  if (name.startsWith("--")) return bare.length > 2 && bare.startsWith("--") && name.startsWith(bare);
  if (name.length > 2) return bare === name;
  return /^-[^-]/.test(text) && text.slice(1).includes(name.slice(1));
}
