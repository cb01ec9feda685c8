import type { Json } from "../contract/json.ts";

/** The JSON Schema subset a tool publishes. */
export type ParameterSchema = StringSchema | NumberSchema | BooleanSchema | ArraySchema | ObjectSchema;

// Type aliases, so that a schema is JSON for the compiler too.
type Described = {
  readonly description?: string;
  readonly default?: Json;
};

export type StringSchema = Described & {
  readonly type: "string";
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
};

export type NumberSchema = Described & {
  readonly type: "integer" | "number";
  readonly minimum?: number;
  readonly maximum?: number;
};

export type BooleanSchema = Described & {
  readonly type: "boolean";
};

export type ArraySchema = Described & {
  readonly type: "array";
  readonly items: ParameterSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
};

export type ObjectSchema = Described & {
  readonly type: "object";
  readonly properties: Readonly<Record<string, ParameterSchema>>;
  readonly required: readonly string[];
  /** Only inside an `output` may an object be open. */
  readonly additionalProperties: boolean;
};

/** A bound that is answered instead of refused: the value is replaced and the result notes it. */
export interface LenientBound {
  readonly min?: number;
  readonly max?: number;
  readonly outside: "default" | "clamp";
}

/** A published schema and what stands beside it. Frozen throughout. */
export interface ToolSchema {
  readonly json: ObjectSchema;
  /** Lenient bounds by parameter path, such as `limit` or `edits[].count`. */
  readonly bounds: ReadonlyMap<string, LenientBound>;
}
