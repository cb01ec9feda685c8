import { isJsonObject } from "@wield/core";
import type { Json } from "@wield/core";

/** The parameters that say most about a call, the best first. */
const TELLING = [
  "command",
  "path",
  "file_path",
  "pattern",
  "query",
  "url",
  "prompt",
  "question",
  "questions",
  "name",
  "action",
];

/** A call's input in a few words of one line: what a person would ask about first. */
export function callWords(input: Json): string {
  if (!isJsonObject(input))
    return Object.keys(Object(input)).length === 0 ? "" : oneLine(JSON.stringify(input));
  const keys = Object.keys(input);
  const first = TELLING.filter((key) => keys.includes(key)).slice(0, 2);
  const told = first.length > 0 ? first : keys.slice(0, 2);
  return told
    .map((key, index) => {
      const value = input[key];
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return index === 0 && TELLING.includes(key) ? oneLine(text) : `${key}=${oneLine(text)}`;
    })
    .join(" ");
}

const MOST = 400;

function oneLine(text: string): string {
  return text.slice(0, MOST).toWellFormed().replaceAll(/\s+/g, " ").trim();
}
