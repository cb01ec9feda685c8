import type { ToolDefinition } from "@wield/core";

/** Candidates for the last word of a call as it is typed: tools, parameters and their values. Pure. */
export function completeCall(
  line: string,
  tools: ReadonlyMap<string, { readonly tool: ToolDefinition }>,
): readonly string[] {
  const word = /\S*$/.exec(line)?.[0] ?? "";
  const before = line.slice(0, line.length - word.length).trim();
  if (before === "")
    return [...tools.keys()].filter((name) => name.startsWith(word)).map((name) => `${name} `);
  const [first = ""] = before.split(/\s+/);
  const tool = tools.get(first)?.tool;
  return tool === undefined ? [] : completeParameter(word, before, tool);
}

function completeParameter(word: string, before: string, tool: ToolDefinition): readonly string[] {
  const { properties } = tool.input.json;
  const equals = word.indexOf("=");
  if (equals < 0) {
    const given = new Set([...before.matchAll(/(?:^|\s)([^\s=]+?):?=/g)].map(([, key]) => key));
    return Object.keys(properties)
      .filter((name) => name.startsWith(word) && !given.has(name))
      .map((name) => `${name}=`);
  }
  const key = word.slice(0, equals);
  const typed = word.slice(equals + 1);
  const schema = Object.hasOwn(properties, key) ? properties[key] : undefined;
  const values =
    schema?.type === "boolean" ? ["false", "true"] : schema?.type === "string" ? (schema.enum ?? []) : [];
  return values.filter((value) => value.startsWith(typed)).map((value) => `${key}=${value} `);
}
