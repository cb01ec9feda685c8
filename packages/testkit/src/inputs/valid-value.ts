import * as fc from "fast-check";
import type {
  Json,
  LenientBound,
  ObjectSchema,
  ParameterSchema,
  StringSchema,
  ToolSchema,
} from "@wield/core";

/** What a person might really write, so that calls get further than the first check inside a tool. */
const PLAIN_WORDS = [
  "notes.md",
  "todo.txt",
  "src",
  ".",
  "*.md",
  "milk",
  "a",
  "Buy milk",
  "https://example.com/a?b=c",
  "ses_1",
  "1",
];

/** Inputs that decoding accepts as they are. */
export function validObject(schema: ToolSchema): fc.Arbitrary<Json> {
  return objectValue(schema.json, { path: "", bounds: schema.bounds });
}

interface Place {
  /** As in `ToolSchema.bounds`, such as `edits[].count`. */
  readonly path: string;
  readonly bounds: ToolSchema["bounds"];
}

function objectValue(schema: ObjectSchema, place: Place): fc.Arbitrary<Json> {
  const members: Record<string, fc.Arbitrary<Json>> = {};
  for (const [name, parameter] of Object.entries(schema.properties)) {
    const path = place.path === "" ? name : `${place.path}.${name}`;
    members[name] = validValue(parameter, { ...place, path });
  }
  return fc.record(members, { requiredKeys: [...schema.required], noNullPrototype: true });
}

function validValue(schema: ParameterSchema, place: Place): fc.Arbitrary<Json> {
  switch (schema.type) {
    case "string":
      return stringValue(schema);
    case "integer":
    case "number":
      return numberValue(schema.type, within(schema, place.bounds.get(place.path)));
    case "boolean":
      return fc.boolean();
    case "array": {
      const minLength = schema.minItems ?? 0;
      const maxLength = Math.min(schema.maxItems ?? Infinity, minLength + 4);
      return fc.array(validValue(schema.items, { ...place, path: `${place.path}[]` }), {
        minLength,
        maxLength,
      });
    }
    case "object":
      return objectValue(schema, place);
  }
}

function stringValue(schema: StringSchema): fc.Arbitrary<string> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const minLength = schema.minLength ?? 0;
  const maxLength = Math.min(schema.maxLength ?? Infinity, minLength + 40);
  const fits = (text: string): boolean => text.length >= minLength && text.length <= maxLength;
  const ascii = fc.string({ unit: "grapheme-ascii", minLength, maxLength });
  const words = PLAIN_WORDS.filter(fits);
  const anyScript = fc.string({ unit: "grapheme", minLength, maxLength }).filter(fits);
  const choices = [{ arbitrary: ascii, weight: 2 }];
  if (words.length > 0) choices.push({ arbitrary: fc.constantFrom(...words), weight: 3 });
  if (schema.maxLength === undefined) choices.push({ arbitrary: anyScript, weight: 1 });
  return fc.oneof(...choices);
}

interface Range {
  readonly min: number;
  readonly max: number;
}

function within(
  schema: { readonly minimum?: number; readonly maximum?: number },
  bound?: LenientBound,
): Range {
  const min = Math.max(schema.minimum ?? -Infinity, bound?.min ?? -Infinity);
  const max = Math.min(schema.maximum ?? Infinity, bound?.max ?? Infinity);
  return {
    min: Number.isFinite(min) ? min : Math.min(-1000, max - 1000),
    max: Number.isFinite(max) ? max : Math.max(100_000, min + 1000),
  };
}

function numberValue(type: "integer" | "number", range: Range): fc.Arbitrary<number> {
  if (type === "integer") return fc.integer({ min: Math.ceil(range.min), max: Math.floor(range.max) });
  return fc.double({ ...range, noNaN: true }).map((number) => (Object.is(number, -0) ? 0 : number));
}
