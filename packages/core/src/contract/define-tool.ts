import { isPipelineCode } from "../failure-codes.ts";
import { SchemaFault } from "../schema/schema-fault.ts";
import { schemaFromSource } from "../schema/from-source.ts";
import type { ObjectSchema, ToolSchema } from "../schema/tool-schema.ts";
import type { ServiceToken } from "../services/service.ts";
import { checkAliases } from "./check-aliases.ts";
import { copyJson, deepFreeze, isJsonObject, type JsonObject } from "./json.ts";
import { attachBody, type ToolBody } from "./tool-body.ts";
import type { SchemaSource, ToolDefinition, ToolExample, ToolSpec } from "./tool-definition.ts";

const TOOL_NAME = /^[a-z][a-z0-9_]{0,63}$/;
const CODE_NAME = /^[a-z][a-z0-9_]{2,39}$/;
const SERVICE_NAME = /^[a-z][A-Za-z0-9]*$/;

/** What a context holds anyway. */
const CONTEXT_FIELDS = ["signal", "progress", "call"];

/** What the host knows already and a model must not be asked for. */
const AMBIENT = ["session", "session_id", "workspace", "user_id", "call_id", "ctx"];

const FIELDS = [
  "name",
  "description",
  "input",
  "output",
  "mutates",
  "effects",
  "guidance",
  "examples",
  "needs",
  "available",
  "prompt",
  "timeoutMs",
  "limitMs",
  "preview",
  "aliases",
  "codes",
  "run",
];

/**
 * Defines a tool. Returns a copy that is frozen at its first level and holds everything but what acts.
 * Throws `tool "NAME": FIELD RULE` when a rule of the contract is broken: that is the author's fault, not a call's.
 */
export function defineTool<
  Input extends SchemaSource,
  Output extends SchemaSource | undefined = undefined,
  const Needs extends readonly ServiceToken[] = readonly [],
>(spec: ToolSpec<Input, Output, Needs>): ToolDefinition {
  const given: unknown = spec;
  if (typeof given !== "object" || given === null)
    throw new TypeError(`tool at ${callerFile()}: must be given as an object`);
  const fields: Readonly<Record<string, unknown>> = { ...given };
  const name = checkName(fields["name"]);
  const must: Must = (isMet, rule) => {
    if (!isMet) throw new TypeError(`tool "${name}": ${rule}`);
  };

  const unknown = Object.keys(fields).find((field) => !FIELDS.includes(field));
  must(unknown === undefined, `${unknown ?? ""} is not a field of a tool`);
  checkTexts(fields, must);
  const mutates = fields["mutates"];
  must(
    mutates === true || mutates === false || mutates === "depends",
    'mutates must be true, false or "depends"',
  );
  for (const field of ["effects", "available", "prompt", "limitMs", "preview"]) {
    must(isOptionalFunction(fields[field]), `${field} must be a function`);
  }
  must(typeof fields["run"] === "function", "run must be a function");
  const timeoutMs = fields["timeoutMs"];
  must(
    timeoutMs === undefined || (Number.isSafeInteger(timeoutMs) && Number(timeoutMs) > 0),
    "timeoutMs must be a positive whole number",
  );

  const input = readSchema(fields["input"], "input", must);
  checkParameterNames(input.json, must);
  const output = fields["output"] === undefined ? undefined : readSchema(fields["output"], "output", must);
  const aliases = checkAliases(fields["aliases"], input.json, must);
  const codes = checkCodes(fields["codes"], must);

  const tool: ToolDefinition = Object.freeze({
    name,
    description: spec.description,
    input,
    ...(output === undefined ? {} : { output }),
    mutates: spec.mutates,
    ...(spec.guidance === undefined ? {} : { guidance: spec.guidance }),
    examples: checkExamples(fields["examples"], must),
    needs: checkNeeds(fields["needs"], must),
    ...(spec.timeoutMs === undefined ? {} : { timeoutMs: spec.timeoutMs }),
    aliases,
    codes,
    hasEffects: spec.effects !== undefined,
    hasPreview: spec.preview !== undefined,
    ...(spec.available === undefined ? {} : { available: spec.available }),
    ...(spec.prompt === undefined ? {} : { prompt: spec.prompt }),
  });
  attachBody(tool, bodyOfSpec(fields));
  return tool;
}

type Must = (isMet: boolean, rule: string) => void;

/** The spec's functions seen with the pipeline's types: it calls them only with input it has decoded. */
function bodyOfSpec(fields: Readonly<Record<string, unknown>>): ToolBody {
  const { run, effects, limitMs, preview } = fields;
  return {
    run: run as ToolBody["run"],
    ...(effects === undefined ? {} : { effects: effects as NonNullable<ToolBody["effects"]> }),
    ...(limitMs === undefined ? {} : { limitMs: limitMs as NonNullable<ToolBody["limitMs"]> }),
    ...(preview === undefined ? {} : { preview: preview as NonNullable<ToolBody["preview"]> }),
  };
}

function checkName(name: unknown): string {
  if (typeof name !== "string" || name === "")
    throw new TypeError(`tool at ${callerFile()}: name must be a string that is not empty`);
  if (!TOOL_NAME.test(name)) throw new TypeError(`tool "${name}": name must match ${TOOL_NAME.source}`);
  if (name.startsWith("mcp__"))
    throw new TypeError(`tool "${name}": name must not start with mcp__, which is reserved`);
  return name;
}

/** The file that defines the tool, as far as the engine tells: there is no name yet to call it by. */
function callerFile(): string {
  const here: { stack?: string } = {};
  Error.captureStackTrace(here, defineTool);
  return (
    /(?:file:\/\/|\()?(\/[^()\n]*?)(?::\d+){1,2}\)?(?:\n|$)/.exec(here.stack ?? "")?.[1] ?? "an unknown place"
  );
}

function checkTexts(fields: Readonly<Record<string, unknown>>, must: Must): void {
  const { description, guidance } = fields;
  must(
    typeof description === "string" && description.trim() !== "",
    "description must be a text for the model",
  );
  must(String(description).length <= 1024, "description must have at most 1024 characters");
  must(guidance === undefined || typeof guidance === "string", "guidance must be a string");
  must(String(guidance ?? "").length <= 1200, "guidance must have at most 1200 characters");
}

function readSchema(source: unknown, role: "input" | "output", must: Must): ToolSchema {
  must(typeof source === "object" && source !== null, `${role} must be a strict zod object or JSON Schema`);
  try {
    return schemaFromSource(source as SchemaSource, role);
  } catch (error) {
    if (!(error instanceof SchemaFault)) throw error;
    must(false, `${role} ${error.message}`);
    throw error;
  }
}

function checkParameterNames(schema: ObjectSchema, must: Must): void {
  for (const name of Object.keys(schema.properties)) {
    must(!AMBIENT.includes(name), `input must not ask for "${name}": the host knows it (see ctx.call)`);
  }
}

function checkExamples(examples: unknown, must: Must): readonly ToolExample<JsonObject>[] {
  if (examples === undefined) return Object.freeze([]);
  must(Array.isArray(examples), "examples must be a list of {input, note?}");
  const checked = (examples as readonly unknown[]).map((example, index) => {
    const { input: given, note } = (example ?? {}) as { input?: unknown; note?: unknown };
    const input = copyJson(given);
    must(isJsonObject(input), `examples[${index}] must have an input object`);
    must(note === undefined || typeof note === "string", `examples[${index}] must have its note as a string`);
    return Object.freeze({
      input: deepFreeze(input as JsonObject),
      ...(typeof note === "string" ? { note } : {}),
    });
  });
  return Object.freeze(checked);
}

function checkNeeds(needs: unknown, must: Must): readonly string[] {
  if (needs === undefined) return Object.freeze([]);
  must(Array.isArray(needs), "needs must be a list of service tokens");
  const names = (needs as readonly unknown[]).map((token) => {
    const name = (token as Partial<ServiceToken> | undefined)?.name;
    must(
      typeof name === "string" && SERVICE_NAME.test(name),
      "needs must hold service tokens only (is one undefined?): write needs: [Files], with Files imported as defineTool is",
    );
    must(!CONTEXT_FIELDS.includes(String(name)), `needs must not hold "${name}": a context has that anyway`);
    return String(name);
  });
  return Object.freeze([...new Set(names)].toSorted());
}

function checkCodes(codes: unknown, must: Must): Readonly<Record<string, string>> {
  if (codes === undefined) return Object.freeze({});
  must(
    typeof codes === "object" && codes !== null && !Array.isArray(codes),
    "codes must be a map of code to one line",
  );
  const checked: Record<string, string> = {};
  for (const [code, line] of Object.entries(codes as object)) {
    must(CODE_NAME.test(code), `codes: "${code}" must match ${CODE_NAME.source}`);
    must(
      !isPipelineCode(code) || code === "timeout" || code === "invalid_arguments",
      `codes: "${code}" belongs to the pipeline`,
    );
    must(
      typeof line === "string" && line.trim() !== "" && !/[\r\n]/.test(line),
      `codes: "${code}" must have one line of explanation`,
    );
    checked[code] = String(line);
  }
  return Object.freeze(checked);
}

function isOptionalFunction(field: unknown): boolean {
  return field === undefined || typeof field === "function";
}
