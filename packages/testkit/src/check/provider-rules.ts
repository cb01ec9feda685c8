/** One thing a provider family would refuse. */
export interface ProviderMiss {
  readonly provider: "Anthropic" | "OpenAI" | "Google";
  /** Path of the parameter, such as `edits[].count`; `(root)` or `(name)` for those. */
  readonly path: string;
  readonly keyword: string;
  readonly problem: string;
}

/** JSON Schema as data, of our tools or of other people's. */
export type RawSchema = Readonly<Record<string, unknown>>;

const COMMON_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const GOOGLE_NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;
const ROOT_COMBINERS = ["anyOf", "oneOf", "allOf"];
const GOOGLE_KEYWORDS = [
  "type",
  "description",
  "properties",
  "required",
  "items",
  "enum",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
];

/** What an adapter leaves out for Google without changing the meaning. */
const LEFT_OUT_FOR_GOOGLE = ["additionalProperties", "default", "$schema"];

/** Judges a tool's name and schema by the rules of three provider families. Sources: their function calling references. */
export function providerMisses(name: string, schema: RawSchema): readonly ProviderMiss[] {
  return [...anthropicMisses(name, schema), ...openAiMisses(name, schema), ...googleMisses(name, schema)];
}

function anthropicMisses(name: string, schema: RawSchema): readonly ProviderMiss[] {
  const misses: ProviderMiss[] = [];
  const miss = (path: string, keyword: string, problem: string): void => {
    misses.push({ provider: "Anthropic", path, keyword, problem });
  };
  if (!COMMON_NAME.test(name)) miss("(name)", "name", `"${name}" does not match ${COMMON_NAME.source}`);
  if (schema["type"] !== "object") miss("(root)", "type", 'must be "object"');
  for (const combiner of ROOT_COMBINERS) {
    if (Object.hasOwn(schema, combiner)) miss("(root)", combiner, "is not taken at the root");
  }
  return misses;
}

function openAiMisses(name: string, schema: RawSchema): readonly ProviderMiss[] {
  const misses: ProviderMiss[] = [];
  if (!COMMON_NAME.test(name)) {
    misses.push({
      provider: "OpenAI",
      path: "(name)",
      keyword: "name",
      problem: `"${name}" does not match ${COMMON_NAME.source}`,
    });
  }
  if (schema["type"] !== "object") {
    misses.push({ provider: "OpenAI", path: "(root)", keyword: "type", problem: 'must be "object"' });
  }
  walk(schema, "", (node, path) => {
    if (node["type"] === "object" && node["additionalProperties"] !== false) {
      const problem = "must be false in strict mode";
      misses.push({ provider: "OpenAI", path: path || "(root)", keyword: "additionalProperties", problem });
    }
  });
  return misses;
}

function googleMisses(name: string, schema: RawSchema): readonly ProviderMiss[] {
  const misses: ProviderMiss[] = [];
  const miss = (path: string, keyword: string, problem: string): void => {
    misses.push({ provider: "Google", path: path || "(root)", keyword, problem });
  };
  if (!GOOGLE_NAME.test(name))
    miss("(name)", "name", `"${name}" must start with a letter or _ and have at most 64 characters`);
  walk(schema, "", (node, path) => {
    for (const parameter of Object.keys(propertiesOf(node))) {
      if (!GOOGLE_NAME.test(parameter)) {
        miss(
          path === "" ? parameter : `${path}.${parameter}`,
          "name",
          "must start with a letter or _ and have at most 64 characters",
        );
      }
    }
    if (node["type"] === "array" && !isNode(node["items"])) miss(path, "items", "is missing on an array");
    if (hasOtherThanStrings(node["enum"])) miss(path, "enum", "may hold strings only");
    if (node["type"] === "object" && path !== "" && Object.keys(propertiesOf(node)).length === 0) {
      miss(path, "properties", "is empty");
    }
    for (const keyword of Object.keys(node)) {
      if (!GOOGLE_KEYWORDS.includes(keyword) && !LEFT_OUT_FOR_GOOGLE.includes(keyword))
        miss(path, keyword, "is not known");
    }
    if (Array.isArray(node["type"])) miss(path, "type", "may not be a list");
  });
  return misses;
}

/** Visits a schema and all schemas of parameters below it. */
function walk(node: RawSchema, path: string, visit: (node: RawSchema, path: string) => void): void {
  visit(node, path);
  for (const [name, parameter] of Object.entries(propertiesOf(node))) {
    if (isNode(parameter)) walk(parameter, path === "" ? name : `${path}.${name}`, visit);
  }
  const items = node["items"];
  if (isNode(items)) walk(items, `${path}[]`, visit);
  for (const combiner of ROOT_COMBINERS) {
    const branches = node[combiner];
    if (!Array.isArray(branches)) continue;
    for (const branch of branches as readonly unknown[]) if (isNode(branch)) walk(branch, path, visit);
  }
}

function propertiesOf(node: RawSchema): RawSchema {
  const properties = node["properties"];
  return isNode(properties) ? properties : {};
}

function isNode(value: unknown): value is RawSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hasOtherThanStrings(values: unknown): boolean {
  return Array.isArray(values) && values.some((value) => typeof value !== "string");
}
