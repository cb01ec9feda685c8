import type { Json, JsonObject } from "../contract/json.ts";
import { fail, value, type Outcome } from "../contract/result.ts";
import type { ObjectSchema, ParameterSchema } from "../schema/tool-schema.ts";
import { quote } from "../text/quote.ts";
import { messageOf } from "../text/message-of.ts";

/** What has to be known of a tool: a definition is one. */
export interface InputSubject {
  readonly input: { readonly json: ObjectSchema | JsonObject };
  readonly aliases: Readonly<Record<string, string>>;
}

export interface InputOptions {
  /** Gives the type of each parameter. Without it every plain value is text, and decoding converts it. */
  readonly tool?: InputSubject;
  /** The text of the file behind `key=@FILE`. */
  readonly readFile: (path: string) => Outcome<string>;
}

const WRONG_WORD = "wrong_usage";
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The input that `key=value` words stand for: `key=value` is read as the parameter's type, `key=@FILE` takes a
 * file's text, `key:=JSON` any JSON. A value that is not of its type is handed on as text, so that the pipeline
 * words the refusal. Fails with `wrong_usage` for a word that is none of these.
 */
export function callInput(words: readonly string[], options: InputOptions): Outcome<JsonObject> {
  const input = new Map<string, Json>();
  for (const word of words) {
    const pair = readPair(word, options);
    if (!pair.ok) return pair;
    const { key, given } = pair.value;
    if (input.has(key)) {
      return fail(WRONG_WORD, `the parameter ${quote(key)} is given twice`, {
        hint: `give it once; a list is written ${key}:='["one", "two"]'.`,
      });
    }
    input.set(key, given);
  }
  return value(Object.fromEntries(input));
}

function readPair(
  word: string,
  options: InputOptions,
): Outcome<{ readonly key: string; readonly given: Json }> {
  const equals = word.indexOf("=");
  const isJson = equals > 0 && word.charAt(equals - 1) === ":";
  const key = word.slice(0, isJson ? equals - 1 : equals);
  if (equals < 0 || key.trim() === "") return notAPair(word, options.tool);
  const text = word.slice(equals + 1);
  const given = isJson ? parseJson(key, text) : readValue({ key, text }, options);
  return given.ok ? value({ key, given: given.value }) : given;
}

function readValue(
  { key, text }: { readonly key: string; readonly text: string },
  { tool, readFile }: InputOptions,
): Outcome<Json> {
  const schema = tool === undefined ? undefined : schemaOf(key, tool);
  if (!text.startsWith("@")) return value(asType(text, schema));
  if (text === "@") {
    return fail(WRONG_WORD, `${key}=@ names no file`, {
      hint: `write ${key}=@FILE, or ${key}:='"@"' when the text itself starts with @.`,
    });
  }
  const content = readFile(text.slice(1));
  if (content.ok) return value(asType(content.value, schema));
  return fail(WRONG_WORD, `${key}=${text}: ${content.message}`, {
    hint: `a text that itself starts with @ is written ${key}:='"@…"'.`,
  });
}

function schemaOf(key: string, tool: InputSubject): Json | ParameterSchema | undefined {
  const properties = propertiesOf(tool);
  const name = Object.hasOwn(tool.aliases, key) ? tool.aliases[key] : key;
  return name !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Of a schema that another program wrote, nothing is certain. */
function propertiesOf({ input }: InputSubject): Readonly<Record<string, Json | ParameterSchema>> {
  const { properties } = input.json;
  return typeof properties === "object" && properties !== null && !Array.isArray(properties)
    ? (properties as Readonly<Record<string, Json | ParameterSchema>>)
    : {};
}

function typeOf(schema: Json | ParameterSchema | undefined): unknown {
  return typeof schema === "object" && schema !== null && "type" in schema ? schema.type : undefined;
}

/** The text as a value of the type, where it is one; else the text. */
function asType(text: string, schema: Json | ParameterSchema | undefined): Json {
  switch (typeOf(schema)) {
    case "integer":
    case "number":
      return asNumber(text.trim()) ?? text;
    case "boolean":
      return /^\s*true\s*$/i.test(text) ? true : /^\s*false\s*$/i.test(text) ? false : text;
    case "array":
      return parsed(text, (given) => Array.isArray(given)) ?? text;
    case "object":
      return (
        parsed(text, (given) => typeof given === "object" && given !== null && !Array.isArray(given)) ?? text
      );
    default:
      return text;
  }
}

function asNumber(text: string): number | undefined {
  if (!JSON_NUMBER.test(text)) return undefined;
  const number = Number(text);
  // Digits a number cannot hold are left to decoding, which says so.
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? undefined : number;
}

function parsed(text: string, isWanted: (given: Json) => boolean): Json | undefined {
  try {
    const given = JSON.parse(text) as Json;
    return isWanted(given) ? given : undefined;
  } catch {
    return undefined;
  }
}

function parseJson(key: string, text: string): Outcome<Json> {
  try {
    return value(JSON.parse(text) as Json);
  } catch (error) {
    const why = messageOf(error);
    return fail(WRONG_WORD, `${key}:= needs JSON, and ${quote(text)} is none (${why})`, {
      hint: `text in JSON has double quotes: ${key}:='"text"'; for plain text write ${key}=text.`,
    });
  }
}

function notAPair(word: string, tool: InputSubject | undefined): Outcome<never> {
  const required: unknown = tool?.input.json.required;
  const [named]: readonly unknown[] = Array.isArray(required) ? required : [];
  const first = typeof named === "string" ? named : tool && Object.keys(propertiesOf(tool))[0];
  const example = first === undefined || word.startsWith("=") ? "key=value" : `${first}=${word}`;
  return fail(WRONG_WORD, `${quote(word)} is not a parameter: write key=value, key=@FILE or key:=JSON`, {
    hint:
      first === undefined
        ? "a whole input can be given as one JSON object."
        : `did you mean ${quote(example)}?`,
  });
}
