import type { ObjectSchema, ParameterSchema } from "../schema/tool-schema.ts";
import type { ToolDefinition } from "./tool-definition.ts";

/** One accepted misspelling at one place. */
export interface Alias {
  readonly name: string;
  /** The parameter, or the enum value, it stands for. */
  readonly real: string;
}

const NONE: readonly Alias[] = [];

const byTool = new WeakMap<ToolDefinition["aliases"], Map<string, Alias[]>>();

/** The aliases that hold at a place, such as the empty one (the root) or `edits[]`. */
export function aliasesAt(tool: ToolDefinition, place: string): readonly Alias[] {
  let places = byTool.get(tool.aliases);
  if (places === undefined) {
    places = new Map();
    for (const [alias, real] of Object.entries(tool.aliases)) {
      const at = splitAlias(alias);
      const here = places.get(at.place) ?? [];
      here.push({ name: at.name, real });
      places.set(at.place, here);
    }
    byTool.set(tool.aliases, places);
  }
  return places.get(place) ?? NONE;
}

/**
 * Checks a tool's `aliases`. A key is a misspelling at its place: `file_path`, `edits[].old_str`, or an enum value
 * as `action.store`. The value is the real name, with or without the same place before it.
 */
export function checkAliases(
  aliases: unknown,
  schema: ObjectSchema,
  must: (isMet: boolean, rule: string) => void,
): Readonly<Record<string, string>> {
  if (aliases === undefined) return Object.freeze({});
  must(
    typeof aliases === "object" && aliases !== null && !Array.isArray(aliases),
    "aliases must be a map of misspelling to name",
  );
  const checked = Object.entries(aliases as object).map(([alias, target]) => {
    must(typeof target === "string", `aliases: "${alias}" must name a parameter or an enum value`);
    const { place, name } = splitAlias(alias);
    const owner = parameterAt(schema, place);
    const names = realNames(owner);
    const text = String(target);
    const real = names.includes(text) || !text.startsWith(`${place}.`) ? text : text.slice(place.length + 1);
    must(names.includes(real), `aliases: "${alias}" leads to "${text}", which is no parameter`);
    must(name !== "" && !names.includes(name), `aliases: "${alias}" is a parameter itself`);
    return [alias, real] as const;
  });
  return Object.freeze(Object.fromEntries(checked));
}

/** `edits[].old_str` → place `edits[]`, name `old_str`. Parameter names hold no dot, misspelt enum values may. */
function splitAlias(alias: string): { readonly place: string; readonly name: string } {
  const found = /^((?:[a-z][a-z0-9_]*(?:\[\])*\.)*[a-z][a-z0-9_]*(?:\[\])*)\.(.*)$/s.exec(alias);
  return { place: found?.[1] ?? "", name: found?.[2] ?? alias };
}

/** What an alias at this place can lead to. */
function realNames(owner: ParameterSchema | undefined): readonly string[] {
  if (owner?.type === "object") return Object.keys(owner.properties);
  return owner?.type === "string" ? (owner.enum ?? []) : [];
}

function parameterAt(schema: ObjectSchema, place: string): ParameterSchema | undefined {
  if (place === "") return schema;
  let here: ParameterSchema | undefined = schema;
  for (const part of place.split(".")) {
    const name = part.replaceAll("[]", "");
    here =
      here?.type === "object" && Object.hasOwn(here.properties, name) ? here.properties[name] : undefined;
    for (let level = part.length - name.length; level > 0 && here !== undefined; level -= 2) {
      here = here.type === "array" ? here.items : undefined;
    }
  }
  return here;
}
