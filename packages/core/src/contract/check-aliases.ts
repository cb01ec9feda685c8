import type { ObjectSchema, ParameterSchema } from "../schema/tool-schema.ts";

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
  must(typeof aliases === "object" && aliases !== null, "aliases must be a map of misspelling to name");
  const checked: Record<string, string> = {};
  for (const [alias, target] of Object.entries(aliases as object)) {
    must(typeof target === "string", `aliases: "${alias}" must name a parameter or an enum value`);
    const { place, name } = splitAlias(alias);
    const real = splitAlias(String(target)).name;
    const isEnumValue = (enumAt(schema, place) ?? []).includes(real);
    const owner = objectAt(schema, place);
    must(
      isEnumValue || (owner !== undefined && Object.hasOwn(owner.properties, real)),
      `aliases: "${alias}" leads to "${String(target)}", which is no parameter`,
    );
    must(
      isEnumValue || owner === undefined || !Object.hasOwn(owner.properties, name),
      `aliases: "${alias}" is a parameter itself`,
    );
    checked[alias] = real;
  }
  return Object.freeze(checked);
}

/** `edits[].old_str` → place `edits[]`, name `old_str`. */
export function splitAlias(alias: string): { readonly place: string; readonly name: string } {
  const dot = alias.lastIndexOf(".");
  return dot < 0 ? { place: "", name: alias } : { place: alias.slice(0, dot), name: alias.slice(dot + 1) };
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

function objectAt(schema: ObjectSchema, place: string): ObjectSchema | undefined {
  const found = parameterAt(schema, place);
  return found?.type === "object" ? found : undefined;
}

function enumAt(schema: ObjectSchema, place: string): readonly string[] | undefined {
  const found = parameterAt(schema, place);
  return found?.type === "string" ? found.enum : undefined;
}
