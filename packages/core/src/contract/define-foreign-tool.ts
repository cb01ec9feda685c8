import { outlineSchema } from "../schema/outline-schema.ts";
import type { ServiceToken, ServicesOf } from "../services/service.ts";
import type { Effect } from "../effects/effect.ts";
import type { ForeignSchema } from "./foreign-schema.ts";
import type { JsonObject } from "./json.ts";
import type { ToolResult } from "./result.ts";
import { attachBody, type ToolBody } from "./tool-body.ts";
import type { RunContext, ToolDefinition } from "./tool-definition.ts";

/** A tool that is known only at run time, as its server describes it. */
export interface ForeignToolSpec<Needs extends readonly ServiceToken[]> {
  /** `mcp__SERVER__TOOL`. */
  readonly name: string;
  readonly description: string;
  readonly schema: ForeignSchema;
  readonly mutates: boolean;
  readonly effects: readonly Effect[];
  readonly codes: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly needs: Needs;
  readonly run: (input: JsonObject, context: RunContext & ServicesOf<Needs>) => Promise<ToolResult>;
}

const FOREIGN_NAME = /^mcp__[A-Za-z0-9_-]{1,59}$/;

/**
 * A definition for the tool of another program. Its names and its schema are as that program gives them; all else is
 * as `defineTool` makes it. Throws for a name that is not `mcp__…` in the letters a provider takes.
 */
export function defineForeignTool<const Needs extends readonly ServiceToken[]>(
  spec: ForeignToolSpec<Needs>,
): ToolDefinition {
  if (!FOREIGN_NAME.test(spec.name))
    throw new TypeError(`tool "${spec.name}": a foreign name must match ${FOREIGN_NAME.source}`);
  const tool: ToolDefinition = Object.freeze({
    name: spec.name,
    description: spec.description,
    input: outlineSchema(spec.schema.json),
    foreign: Object.freeze({ ...spec.schema }),
    mutates: spec.mutates,
    examples: Object.freeze([]),
    needs: Object.freeze(spec.needs.map((token) => token.name).toSorted()),
    ...(spec.timeoutMs === undefined ? {} : { timeoutMs: spec.timeoutMs }),
    aliases: Object.freeze({}),
    codes: Object.freeze({ ...spec.codes }),
    hasEffects: true,
    hasPreview: false,
  });
  // The pipeline gives a tool the services it needs: the type of the context is checked above.
  attachBody(tool, { run: spec.run as ToolBody["run"], effects: () => spec.effects });
  return tool;
}
