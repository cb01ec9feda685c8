import type { JsonObject } from "./json.ts";

/** The schema of a tool that somebody else defined, such as one of an MCP server: wider than what ours may say. */
export interface ForeignSchema {
  /** What a model is given: JSON Schema with an object at its root. */
  readonly json: JsonObject;
  /** What does not fit the definition as its server gave it, in words; nothing when it fits. */
  readonly check: (input: JsonObject) => string | undefined;
}
