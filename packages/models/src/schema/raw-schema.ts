/** JSON Schema as data, of our tools or of other people's. */
export type RawSchema = { readonly [keyword: string]: unknown };

export function isRawSchema(value: unknown): value is RawSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The schemas of an object's properties; none for anything else. */
export function propertiesOf(schema: RawSchema): Readonly<Record<string, RawSchema>> {
  const properties = schema["properties"];
  if (!isRawSchema(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, isRawSchema(property) ? property : {}]),
  );
}
