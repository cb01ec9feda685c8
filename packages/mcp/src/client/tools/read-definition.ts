import { isJsonObject, type Json, type JsonObject } from "@wield/core";
import { type InputSchema, readInputSchema } from "./input-schema.ts";

const MAX_DESCRIPTION = 1024;

/** Not for reading: control codes, what takes no room, what turns direction, and tag characters. */
const HIDDEN = /(?![\ufe0e\ufe0f\n\t])[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;

/** A server's tool as far as it could be understood. */
export interface ServerTool {
  /** As the server calls it. */
  readonly tool: string;
  readonly title?: string;
  readonly description: string;
  readonly schema: InputSchema;
  /** As it came: what arguments are checked against. */
  readonly rawSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly isReadOnly: boolean;
  /** As it came, for telling whether it changes. */
  readonly raw: JsonObject;
}

export type ReadDefinition =
  | { readonly ok: true; readonly tool: ServerTool }
  | { readonly ok: false; readonly name: string; readonly reason: string };

/** One entry of a server's tool list. What is wrong with it costs this tool alone. */
export function readDefinition(entry: Json, server: string): ReadDefinition {
  if (!isJsonObject(entry)) return { ok: false, name: "(no name)", reason: "it is not an object" };
  const tool = entry["name"];
  if (typeof tool !== "string" || tool === "")
    return { ok: false, name: "(no name)", reason: "it has no name" };
  if (tool.length > 1000) return { ok: false, name: `${tool.slice(0, 60)}…`, reason: "its name is too long" };
  const schema = readInputSchema(entry["inputSchema"]);
  if (!schema.ok) return { ok: false, name: tool, reason: schema.reason };
  const annotations = isJsonObject(entry["annotations"]) ? entry["annotations"] : {};
  const title = entry["title"] ?? annotations["title"];
  return {
    ok: true,
    tool: {
      tool,
      ...(typeof title === "string" ? { title: readable(title) } : {}),
      description: describe({ given: entry["description"], tool, server, rule: schema.schema.rule }),
      schema: schema.schema,
      rawSchema: isJsonObject(entry["inputSchema"]) ? entry["inputSchema"] : {},
      ...(isJsonObject(entry["outputSchema"]) ? { outputSchema: entry["outputSchema"] } : {}),
      isReadOnly: annotations["readOnlyHint"] === true,
      raw: entry,
    },
  };
}

interface Words {
  readonly given: Json | undefined;
  readonly tool: string;
  readonly server: string;
  readonly rule: string | undefined;
}

/** Cleaned and bounded; whose it is always stays. */
function describe({ given, tool, server, rule }: Words): string {
  const own = typeof given === "string" ? readable(given) : "";
  const words = own === "" ? `Tool ${readable(tool)} of server ${server}` : own;
  const addition = `${rule === undefined ? "" : `\n${rule}`} (MCP: ${server})`.slice(0, MAX_DESCRIPTION / 2);
  const room = MAX_DESCRIPTION - addition.length;
  return (words.length <= room ? words : `${words.slice(0, room - 1).toWellFormed()}…`) + addition;
}

function readable(text: string): string {
  return text.toWellFormed().replaceAll(HIDDEN, "").trim();
}
