import type { ParameterSchema, ToolDefinition } from "@wield/core";
import type { Remark } from "./finding.ts";
import { findUnfilled, UNFILLED } from "./unfilled.ts";
import { hasVerb, onlyRepeats } from "./description-words.ts";

const MIN_DESCRIPTION = 20;
const PARAMETER_DESCRIPTION = { min: 3, max: 400 };

/** At the root `defineTool` refuses them. */
const AMBIENT = new Set(["session", "session_id", "workspace", "user_id", "call_id", "ctx"]);

/** What `defineTool` lets pass and a model would stumble over: descriptions of the tool and of each parameter. */
export function checkContract(tool: ToolDefinition): readonly Remark[] {
  return [
    ...checkDescription(tool),
    ...checkParameters(tool.input.json, ""),
    ...findUnfilled(tool).map((place) => hintTo(place)),
  ];
}

function checkDescription({ name, description }: ToolDefinition): readonly Remark[] {
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
  if (onlyRepeats(text, name))
    return [fault("description says no more than the name; say what it works on and when to use it")];
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
  const name = path.slice(path.lastIndexOf(".") + 1);
  if (AMBIENT.has(name)) return [fault(`parameter "${path}" asks for what the host knows (see ctx.call)`)];
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

function hintTo(place: string): Remark {
  return {
    check: "contract",
    severity: "warn",
    message: `${place} still holds what wield tools new wrote; put your own text in place of "${UNFILLED}"`,
  };
}
