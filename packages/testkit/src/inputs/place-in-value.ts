import type { Json, JsonObject, ParameterSchema } from "@wield/core";

/** One place of a value with the schema that stands there. */
export interface PlaceInValue {
  readonly steps: readonly (string | number)[];
  readonly schema: ParameterSchema;
  /** True when the object above requires it. */
  readonly isRequired: boolean;
}

/** All places of a value that the schema describes, the whole one first. */
export function placesIn(value: Json, schema: ParameterSchema): readonly PlaceInValue[] {
  const places: PlaceInValue[] = [];
  gather(value, { steps: [], schema, isRequired: true }, places);
  return places;
}

function gather(value: Json | undefined, place: PlaceInValue, places: PlaceInValue[]): void {
  places.push(place);
  const { schema, steps } = place;
  if (schema.type === "array" && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      gather(item as Json, { steps: [...steps, index], schema: schema.items, isRequired: true }, places);
    }
  }
  if (schema.type === "object" && isObject(value)) {
    for (const [name, parameter] of Object.entries(schema.properties)) {
      const inner = {
        steps: [...steps, name],
        schema: parameter,
        isRequired: schema.required.includes(name),
      };
      if (Object.hasOwn(value, name)) gather(value[name], inner, places);
      else places.push(inner);
    }
  }
}

/** The value at `steps`; nothing where there is none. */
export function valueAt(value: Json, steps: readonly (string | number)[]): Json | undefined {
  let here: Json | undefined = value;
  for (const step of steps) {
    if (typeof step === "number") here = Array.isArray(here) ? (here[step] as Json | undefined) : undefined;
    else here = isObject(here) && Object.hasOwn(here, step) ? here[step] : undefined;
  }
  return here;
}

/** A copy with another value at `steps`; `undefined` takes the member away. Steps that lead nowhere change nothing. */
export function withValueAt(value: Json, steps: readonly (string | number)[], put: Json | undefined): Json {
  const [step, ...rest] = steps;
  if (step === undefined) return put ?? null;
  if (typeof step === "number") {
    if (!Array.isArray(value)) return value;
    const items = value as readonly Json[];
    const old = items[step];
    if (rest.length === 0 && put === undefined) return items.filter((_, index) => index !== step);
    return items.with(step, withValueAt(old ?? null, rest, put));
  }
  if (!isObject(value)) return value;
  const members = new Map(Object.entries(value));
  if (rest.length === 0 && put === undefined) members.delete(step);
  else members.set(step, withValueAt(members.get(step) ?? null, rest, put));
  return Object.fromEntries(members);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
