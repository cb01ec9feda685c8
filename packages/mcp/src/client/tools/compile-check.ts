import { isJsonObject, type Json, type JsonObject, quote } from "@wield/core";

/** Turns a schema into a test of values; throws for a schema it cannot read. Of the library, loaded with it. */
export interface SchemaCompiler {
  getValidator(
    schema: JsonObject,
  ): (value: unknown) => { readonly valid: boolean; readonly errorMessage?: string };
}

/** Regular expressions of strangers can be built to run for hours: the server itself checks what they say. */
const UNBOUNDED = new Set(["pattern", "patternProperties", "propertyNames"]);

/** Keywords whose value is data, in which the same words mean nothing. */
const DATA = new Set(["enum", "const", "default", "examples"]);

export interface CompiledCheck {
  readonly check: (value: JsonObject) => string | undefined;
  /** Why nothing is checked. */
  readonly warning?: string;
}

/** The test of values under a server's own schema. One that cannot be compiled lets everything pass, told. */
export function compileCheck(schema: JsonObject, compiler: SchemaCompiler): CompiledCheck {
  let validate: ReturnType<SchemaCompiler["getValidator"]>;
  try {
    validate = compiler.getValidator(bounded({ type: "object", ...schema }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { check: () => undefined, warning: `its schema cannot be compiled: ${quote(reason)}` };
  }
  return {
    check: (value) => {
      const { valid, errorMessage } = validate(value);
      return valid ? undefined : (errorMessage ?? "the arguments do not match its schema");
    },
  };
}

function bounded(schema: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !UNBOUNDED.has(keyword))
      .map(([keyword, value]) => [keyword, boundedKeyword(keyword, value)]),
  );
}

function boundedKeyword(keyword: string, value: Json): Json {
  if (DATA.has(keyword)) return value;
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item) => (isJsonObject(item) ? bounded(item) : item));
  if (!isJsonObject(value)) return value;
  if (keyword !== "properties" && keyword !== "$defs" && keyword !== "definitions") return bounded(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, of]) => [name, isJsonObject(of) ? bounded(of) : of]),
  );
}
