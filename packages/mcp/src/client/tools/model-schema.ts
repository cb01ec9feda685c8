import { type JsonObject, propertySchemas, requiredNames } from "@wield/core";
import { compileCheck, type SchemaCompiler } from "./compile-check.ts";

/**
 * An input schema that a model can be given: a service refuses the whole request for one schema that is none. Of one
 * that cannot be compiled, the parameters that cannot take anything, and what stands beside them is left out.
 */
export function modelSchema(schema: JsonObject, compiler: SchemaCompiler): JsonObject {
  const isSound = (part: JsonObject): boolean => compileCheck(part, compiler).warning === undefined;
  if (isSound(schema)) return schema;
  const properties = Object.entries(propertySchemas(schema)).map(([name, property]) => [
    name,
    isSound(property) ? property : {},
  ]);
  const required = requiredNames(schema);
  return { type: "object", properties: Object.fromEntries(properties), required };
}
