import type { ElicitRequest, ElicitResult } from "@modelcontextprotocol/client";
import {
  type CardEnd,
  isJsonObject,
  type Json,
  type JsonObject,
  type Outcome,
  type Question,
  type QuestionAnswer,
} from "@wield/core";

/** Most fields that are put to a person at once. */
const MAX_FIELDS = 10;

const SECRET = /pass(?:word|phrase|wd)?|secret|token|api[_-]?key|credential|pin\b|otp/i;

export interface ElicitForm {
  readonly questions: readonly Question[];
  /** What the server gets; fails with what is wrong with which answer. */
  read(
    answers: readonly QuestionAnswer[],
  ): { readonly content: Record<string, string | number | boolean | string[]> } | { readonly fault: string };
}

interface Field {
  readonly name: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

/** A server's form as questions that name the server. Nothing when it has more fields than can be asked at once. */
export function elicitForm(request: ElicitRequest["params"], server: string): ElicitForm | undefined {
  const said: JsonObject = JSON.parse(JSON.stringify(request)) as JsonObject;
  const fields = fieldsOf(said["requestedSchema"]);
  if (fields.length > MAX_FIELDS) return undefined;
  const message = typeof said["message"] === "string" ? said["message"] : "";
  if (fields.length === 0) {
    const question = { ...CONFIRM, question: `MCP server ${server} asks: ${message}` };
    return {
      questions: [question],
      read: ([answer]) => (answer?.values[0] === "yes" ? { content: {} } : { fault: DECLINED }),
    };
  }
  return {
    questions: fields.map((field, index) =>
      questionOf(field, { server, message: index === 0 ? message : "" }),
    ),
    read: (answers) => readAll(fields, answers),
  };
}

/** What is wrong with answers that were given; nothing when they fit, or when there are none. */
export function faultOf(form: ElicitForm, end: Outcome<CardEnd>): string | undefined {
  if (!end.ok || end.value.status !== "answered") return undefined;
  const read = form.read(end.value.answers);
  return "fault" in read && read.fault !== DECLINED ? read.fault : undefined;
}

/** The person said no. */
const DECLINED = "declined";

/** What the person's answers mean to the server: accepted with content, declined or cancelled. */
export function elicitResult(form: ElicitForm, end: Outcome<CardEnd>): ElicitResult {
  if (!end.ok) return { action: "decline" };
  if (end.value.status !== "answered") return { action: "cancel" };
  const read = form.read(end.value.answers);
  return "fault" in read ? { action: "decline" } : { action: "accept", content: read.content };
}

const CONFIRM: Omit<Question, "question"> = {
  options: [
    { value: "yes", label: "Yes" },
    { value: "no", label: "No" },
  ],
  select: "one",
  allowCustom: false,
};

function fieldsOf(schema: Json | undefined): readonly Field[] {
  if (!isJsonObject(schema) || !isJsonObject(schema["properties"])) return [];
  const required = Array.isArray(schema["required"]) ? (schema["required"] as readonly Json[]) : [];
  return Object.entries(schema["properties"]).map(([name, field]) => ({
    name,
    schema: isJsonObject(field) ? field : {},
    isRequired: required.includes(name),
  }));
}

function questionOf(
  field: Field,
  { server, message }: { readonly server: string; readonly message: string },
): Question {
  const { name, schema, isRequired } = field;
  const title = typeof schema["title"] === "string" ? schema["title"] : name;
  const about = typeof schema["description"] === "string" ? ` — ${schema["description"]}` : "";
  const warning = SECRET.test(`${name} ${title}`)
    ? " (this looks like a secret: give it only if you trust the server)"
    : "";
  const lead = message === "" ? "" : `${message}\n`;
  const options = optionsOf(schema);
  return {
    question: `MCP server ${server} asks: ${lead}${title}${about}${otherwise(schema, isRequired)}${warning}`,
    header: title.slice(0, 30),
    options,
    select: schema["type"] === "array" ? "many" : "one",
    allowCustom: options.length === 0,
  };
}

/** What an answer that is left out means. */
function otherwise(schema: JsonObject, isRequired: boolean): string {
  if (schema["default"] !== undefined) return ` (left out: ${JSON.stringify(schema["default"])})`;
  return isRequired ? "" : " (may be left out)";
}

function optionsOf(schema: JsonObject): Question["options"] {
  if (schema["type"] === "boolean") return CONFIRM.options;
  const items = isJsonObject(schema["items"]) ? schema["items"] : schema;
  const { enum: values, enumNames, oneOf, anyOf } = items;
  if (Array.isArray(values)) {
    const names = Array.isArray(enumNames) ? (enumNames as readonly Json[]) : [];
    return (values as readonly Json[]).map((value, index) => ({
      value: String(value),
      label: String(names[index] ?? value),
    }));
  }
  const titled = Array.isArray(oneOf) ? oneOf : Array.isArray(anyOf) ? anyOf : [];
  return (titled as readonly Json[])
    .filter(isJsonObject)
    .filter((option) => typeof option["const"] === "string")
    .map((option) => ({ value: String(option["const"]), label: String(option["title"] ?? option["const"]) }));
}

function readAll(
  fields: readonly Field[],
  answers: readonly QuestionAnswer[],
): ReturnType<ElicitForm["read"]> {
  const content: Record<string, string | number | boolean | string[]> = {};
  for (const [index, { name, schema, isRequired }] of fields.entries()) {
    const answer = answers[index];
    const given = answer?.text ?? (schema["type"] === "array" ? undefined : answer?.values[0]);
    const byDefault = defaultOf(schema);
    if (schema["type"] === "array") {
      const values = [...(answer?.values ?? [])];
      content[name] = values.length === 0 && Array.isArray(byDefault) ? byDefault : values;
      continue;
    }
    if (given === undefined || given === "") {
      if (byDefault !== undefined) content[name] = byDefault;
      else if (isRequired) return { fault: `${name} is required` };
      continue;
    }
    const value = asType(given, schema);
    if (value === undefined) return { fault: `${name} is no ${String(schema["type"])}` };
    content[name] = value;
  }
  return { content };
}

function defaultOf(schema: JsonObject): string | number | boolean | string[] | undefined {
  const given = schema["default"];
  if (typeof given === "string" || typeof given === "number" || typeof given === "boolean") return given;
  if (!Array.isArray(given)) return undefined;
  return (given as readonly Json[]).filter((item) => typeof item === "string");
}

function asType(given: string, schema: JsonObject): string | number | boolean | undefined {
  switch (schema["type"]) {
    case "boolean":
      return given === "yes" || given === "true";
    case "integer":
    case "number": {
      const number = Number(given);
      const isFit = Number.isFinite(number) && (schema["type"] === "number" || Number.isInteger(number));
      return isFit && given.trim() !== "" ? number : undefined;
    }
    default:
      return given;
  }
}
