import type { LenientBound, ObjectSchema, ParameterSchema, ToolSchema } from "@wield/core";

interface Row {
  readonly path: string;
  readonly schema: ParameterSchema;
  readonly isRequired: boolean;
}

/** A tool's parameters, one row each, those inside lists and objects by their path. */
export function parameterTable({ json, bounds }: ToolSchema): string {
  const rows = rowsOf(json, "");
  if (rows.length === 0) return "It takes no parameters.";
  return [
    "| parameter | type | required | default | description |",
    ...rows.map(({ path, schema, isRequired }) =>
      tableRow([
        path,
        typeInWords(schema, bounds.get(path)),
        isRequired ? "yes" : "no",
        schema.default === undefined ? "" : JSON.stringify(schema.default),
        schema.description ?? "",
      ]),
    ),
  ].join("\n");
}

/** The fields of a result's `data`. */
export function outputTable({ json }: ToolSchema): string {
  return [
    "| result field | type | always there |",
    ...rowsOf(json, "").map(({ path, schema, isRequired }) =>
      tableRow([path, typeInWords(schema), isRequired ? "yes" : "no"]),
    ),
  ].join("\n");
}

function rowsOf(schema: ObjectSchema, prefix: string): Row[] {
  return Object.entries(schema.properties).flatMap(([name, member]) => {
    const path = prefix + name;
    return [
      { path, schema: member, isRequired: schema.required.includes(name) },
      ...rowsInside(member, path),
    ];
  });
}

function rowsInside(schema: ParameterSchema, path: string): Row[] {
  if (schema.type === "object") return rowsOf(schema, `${path}.`);
  return schema.type === "array" ? rowsInside(schema.items, `${path}[]`) : [];
}

function typeInWords(schema: ParameterSchema, bound?: LenientBound): string {
  switch (schema.type) {
    case "array":
      return `list of ${typeInWords(schema.items)}${limits(schema.minItems, schema.maxItems)}`;
    case "string":
      return schema.enum === undefined
        ? `string${limits(schema.minLength, schema.maxLength)}`
        : schema.enum.join(", ");
    case "integer":
    case "number":
      return bound === undefined
        ? `${schema.type}${limits(schema.minimum, schema.maximum)}`
        : `${schema.type}${limits(bound.min, bound.max)}, else ${bound.outside === "default" ? "the default" : "the nearest"}`;
    case "boolean":
    case "object":
      return schema.type;
  }
}

function limits(min: number | undefined, max: number | undefined): string {
  if (min === undefined && max === undefined) return "";
  if (max === undefined) return ` (at least ${min})`;
  return min === undefined ? ` (at most ${max})` : ` (${min} to ${max})`;
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ")).join(" | ")} |`.replaceAll(
    "|  |",
    "| |",
  );
}
