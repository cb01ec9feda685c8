import type { LenientBound, ParameterSchema, ToolSchema } from "@wield/core";

/** One parameter, at whatever depth, as documents show it. */
export interface ParameterRow {
  /** `path`, `edits[].old_string`, `at.x`. */
  readonly path: string;
  /** `string`, `integer`, `list of string`, or the values of an enumeration. */
  readonly type: string;
  /** `required`, `default 5`, or empty. */
  readonly need: string;
  /** `1–100`, `clamped to 1–100`, `below 1 the default is taken`, or empty. */
  readonly limits: string;
  readonly description: string;
}

/** All parameters of a schema in their order, each before what lies in it. */
export function parameterRows(schema: ToolSchema): readonly ParameterRow[] {
  return rowsBelow("", schema.json, schema);
}

function rowsBelow(prefix: string, holder: ParameterSchema, schema: ToolSchema): readonly ParameterRow[] {
  if (holder.type === "array") return rowsBelow(`${prefix}[]`, holder.items, schema);
  if (holder.type !== "object") return [];
  return Object.entries(holder.properties).flatMap(([name, parameter]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    return [
      {
        path,
        type: typeOf(parameter),
        need: needOf(parameter, holder.required.includes(name)),
        limits: limitsOf(parameter, schema.bounds.get(path)),
        description: parameter.description ?? "",
      },
      ...rowsBelow(path, parameter, schema),
    ];
  });
}

function typeOf(parameter: ParameterSchema): string {
  if (parameter.type === "array") return `list of ${typeOf(parameter.items)}`;
  if (parameter.type === "string" && parameter.enum !== undefined) return parameter.enum.join(" | ");
  return parameter.type;
}

function needOf(parameter: ParameterSchema, isRequired: boolean): string {
  if (isRequired) return "required";
  return parameter.default === undefined ? "" : `default ${JSON.stringify(parameter.default)}`;
}

function limitsOf(parameter: ParameterSchema, bound: LenientBound | undefined): string {
  if (bound !== undefined) {
    const { min, max, outside } = bound;
    return outside === "clamp"
      ? `clamped to ${spanOf(min, max)}`
      : `${wrongOf(min, max)} the default is taken`;
  }
  switch (parameter.type) {
    case "integer":
    case "number":
      return spanOf(parameter.minimum, parameter.maximum);
    case "string":
      return counted(spanOf(parameter.minLength, parameter.maxLength), "characters");
    case "array":
      return counted(spanOf(parameter.minItems, parameter.maxItems), "items");
    default:
      return "";
  }
}

function spanOf(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return most === undefined ? "" : `at most ${most}`;
  return most === undefined ? `at least ${least}` : `${least}–${most}`;
}

/** The numbers that are not in a span. */
function wrongOf(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return `outside ${least}–${most}`;
  return least === undefined ? `above ${most}` : `below ${least}`;
}

function counted(span: string, unit: string): string {
  return span === "" ? "" : `${span} ${unit}`;
}
