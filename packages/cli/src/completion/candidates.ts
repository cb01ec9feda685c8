import type { ToolDefinition } from "@wield/core";
import type { CommandSpec, FlagSpec } from "../argv/command-spec.ts";
import { completeCall } from "./complete-call.ts";

export interface CompletionFacts {
  readonly commands: readonly CommandSpec[];
  readonly globalFlags: readonly FlagSpec[];
  /** Loaded only when the words need them. */
  readonly tools: () => Promise<ReadonlyMap<string, { readonly tool: ToolDefinition }>>;
  readonly toolsets: readonly string[];
}

const MODES = ["auto", "deny", "prompt"];

/** Commands whose first word is a tool's name. */
const TAKES_TOOL = ["call", "tools show", "tools check", "tools explain"];

/**
 * What may stand in place of the last of `words` (those behind `wield`, the last one perhaps empty), one candidate
 * each. Candidates that end with `=` are to be followed by a value without a blank.
 */
export async function candidates(
  words: readonly string[],
  facts: CompletionFacts,
): Promise<readonly string[]> {
  const typed = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const flagValue = valuesOfFlag(before.at(-1), facts);
  if (flagValue !== undefined) return startingWith(typed, flagValue);
  const plain = before.filter((word) => !word.startsWith("-"));
  const command = commandOf(plain, facts.commands);
  if (typed.startsWith("-")) return startingWith(typed, flagNames(command, facts));
  const below = subcommands(plain, facts.commands);
  const after = plain.slice(command === undefined ? 0 : command.name.split(" ").length);
  if (command === undefined || !TAKES_TOOL.includes(command.name)) return startingWith(typed, below);
  const tools = await facts.tools();
  const [tool] = after;
  if (tool === undefined || command.name === "tools check") {
    return startingWith(typed, [...below, ...[...tools.keys()].filter((name) => !after.includes(name))]);
  }
  if (command.name === "tools show") return [];
  const found = completeCall([...after, typed].join(" "), tools);
  return found.map((candidate) => candidate.trimEnd());
}

function commandOf(words: readonly string[], commands: readonly CommandSpec[]): CommandSpec | undefined {
  const named = (name: string): CommandSpec | undefined =>
    commands.find((command) => name !== "" && command.name === name);
  return named(words.slice(0, 2).join(" ")) ?? named(words[0] ?? "");
}

/** The words that name a command at this place. */
function subcommands(before: readonly string[], commands: readonly CommandSpec[]): readonly string[] {
  const names = commands.flatMap(({ name }) => {
    const parts = name.split(" ");
    const fits =
      name !== "" && parts.length > before.length && before.every((word, index) => parts[index] === word);
    return fits ? [parts[before.length] ?? ""] : [];
  });
  return [...new Set(names)].toSorted();
}

function flagNames(command: CommandSpec | undefined, facts: CompletionFacts): readonly string[] {
  return [...(command?.flags ?? []), ...facts.globalFlags, { name: "help" }].map(({ name }) => `--${name}`);
}

function valuesOfFlag(word: string | undefined, facts: CompletionFacts): readonly string[] | undefined {
  if (word === "--toolset") return facts.toolsets;
  if (word === "--approval-mode" || word === "--approve") return MODES;
  return undefined;
}

function startingWith(typed: string, names: readonly string[]): readonly string[] {
  return names.filter((name) => name.startsWith(typed));
}
