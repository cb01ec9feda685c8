import type { ParameterSchema, ToolDefinition } from "@wield/core";
import type { Remark } from "./finding.ts";
import { VERBS } from "./verbs.data.ts";

const MIN_DESCRIPTION = 20;
const PARAMETER_DESCRIPTION = { min: 3, max: 400 };

/** What `defineTool` lets pass and a model would stumble over: descriptions of the tool and of each parameter. */
export function checkContract(tool: ToolDefinition): readonly Remark[] {
  return [...checkDescription(tool.description), ...checkParameters(tool.input.json, "")];
}

function checkDescription(description: string): readonly Remark[] {
  const text = description.trim();
  if (text.length < MIN_DESCRIPTION) {
    return [
      fault(
        `description has ${text.length} characters; say in at least ${MIN_DESCRIPTION} what the tool does and when to use it`,
      ),
    ];
  }
  if (!hasVerb(text))
    return [fault(`description has no verb; say what the tool does, such as "Count the words in ..."`)];
  return [];
}

/** All parameters at every depth, named by path such as `edits[].old_string`. */
function checkParameters(schema: ParameterSchema, path: string): readonly Remark[] {
  if (schema.type === "array") return checkParameters(schema.items, `${path}[]`);
  if (schema.type !== "object") return [];
  return Object.entries(schema.properties).flatMap(([name, parameter]) => {
    const here = path === "" ? name : `${path}.${name}`;
    return [...checkOne(parameter, here), ...checkParameters(parameter, here)];
  });
}

function checkOne(parameter: ParameterSchema, path: string): readonly Remark[] {
  const description = parameter.description?.trim() ?? "";
  const { min, max } = PARAMETER_DESCRIPTION;
  if (description === "") return [fault(`parameter "${path}" has no description`)];
  if (description.length < min || description.length > max) {
    return [
      fault(
        `parameter "${path}" has a description of ${description.length} characters; ${min} to ${max} are allowed`,
      ),
    ];
  }
  return [];
}

function fault(message: string): Remark {
  return { check: "contract", severity: "fail", message };
}

/** Many verbs are nouns too ("the list of"), so one counts only where no word before it makes it a noun. */
const BEFORE_NOUN = new Set([
  "a",
  "an",
  "the",
  "of",
  "this",
  "that",
  "these",
  "those",
  "its",
  "your",
  "each",
  "some",
  "any",
]);

function hasVerb(text: string): boolean {
  const words = text.toLowerCase().split(/[^a-z]+/);
  return words.some((word, index) => {
    const before = words[index - 1];
    const isNoun = before !== undefined && BEFORE_NOUN.has(before);
    return !isNoun && stemsOf(word).some((stem) => VERBS.has(stem));
  });
}

/** `reads` → `read`; `copies` → `copy`; `writing` → `writ`, `write`; `stopped` → `stopp`, `stop`, `stoppe`. */
function stemsOf(word: string): readonly string[] {
  const stems = [word];
  if (word.endsWith("ies")) stems.push(`${word.slice(0, -3)}y`);
  if (word.endsWith("es")) stems.push(word.slice(0, -2));
  if (word.endsWith("s")) stems.push(word.slice(0, -1));
  for (const ending of ["ing", "ed"]) {
    if (!word.endsWith(ending)) continue;
    const base = word.slice(0, -ending.length);
    stems.push(base, `${base}e`);
    if (base.at(-1) === base.at(-2)) stems.push(base.slice(0, -1));
  }
  return stems;
}
