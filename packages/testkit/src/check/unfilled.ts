import type { ParameterSchema, ToolDefinition } from "@wield/core";

/** Stands in what `wield tools new` writes wherever the author has to say something. */
export const UNFILLED = "CHANGE THIS:";

/** Where a definition still holds the text of the template: `description`, `parameter "path"`, `guidance`, `example 1`. */
export function findUnfilled(tool: ToolDefinition): readonly string[] {
  return [
    ...isUnfilled("description", tool.description),
    ...inParameters(tool.input.json, ""),
    ...isUnfilled("guidance", tool.guidance),
    ...tool.examples.flatMap(({ input, note }, index) =>
      isUnfilled(`example ${index + 1}`, `${note ?? ""} ${JSON.stringify(input)}`),
    ),
  ];
}

function isUnfilled(place: string, text: string | undefined): readonly string[] {
  return text?.includes(UNFILLED) === true ? [place] : [];
}

function inParameters(schema: ParameterSchema, path: string): readonly string[] {
  if (schema.type === "array") return inParameters(schema.items, `${path}[]`);
  if (schema.type !== "object") return [];
  return Object.entries(schema.properties).flatMap(([name, parameter]) => {
    const here = path === "" ? name : `${path}.${name}`;
    return [...isUnfilled(`parameter "${here}"`, parameter.description), ...inParameters(parameter, here)];
  });
}
