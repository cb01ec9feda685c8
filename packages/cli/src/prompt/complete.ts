import type { ToolDefinition } from "@wield/core";
import { SLASH_COMMANDS } from "./slash-commands.data.ts";

export interface CompletionWorld {
  /** Active tools, sorted by name. */
  readonly tools: ReadonlyMap<string, { readonly tool: ToolDefinition }>;
  readonly toolsets: readonly string[];
}

const MODES = ["auto", "deny", "prompt"];

/** Candidates for the word before the end of `line`, and that word. Pure. */
export function complete(line: string, { tools, toolsets }: CompletionWorld): [string[], string] {
  const word = /\S*$/.exec(line)?.[0] ?? "";
  const before = line.slice(0, line.length - word.length).trim();
  const matching = (names: Iterable<string>): [string[], string] => [
    [...names].filter((name) => name.startsWith(word)),
    word,
  ];
  if (before === "") {
    if (word.startsWith("/"))
      return matching(SLASH_COMMANDS.map(({ name, form }) => `/${name}${form === "" ? "" : " "}`));
    return matching([...tools.keys()].map((name) => `${name} `));
  }
  const [first = ""] = before.split(/\s+/);
  if (first === "/tools") return matching(tools.keys());
  if (first === "/toolset") return matching(toolsets);
  if (first === "/approval") return matching(MODES);
  const tool = tools.get(first)?.tool;
  return tool === undefined ? [[], word] : completeParameter(word, before, tool);
}

function completeParameter(word: string, before: string, tool: ToolDefinition): [string[], string] {
  const { properties } = tool.input.json;
  const equals = word.indexOf("=");
  if (equals < 0) {
    const given = new Set([...before.matchAll(/(?:^|\s)([^\s=]+?):?=/g)].map(([, key]) => key));
    const names = Object.keys(properties).filter((name) => name.startsWith(word) && !given.has(name));
    return [names.map((name) => `${name}=`), word];
  }
  const key = word.slice(0, equals);
  const typed = word.slice(equals + 1);
  const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
  const values =
    schema?.type === "boolean" ? ["false", "true"] : schema?.type === "string" ? (schema.enum ?? []) : [];
  return [values.filter((value) => value.startsWith(typed)).map((value) => `${key}=${value} `), word];
}
