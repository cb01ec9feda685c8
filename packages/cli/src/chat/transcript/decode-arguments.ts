import { isJsonObject } from "@wield/core";
import type { Json } from "@wield/core";

/** A stored call's arguments, to be shown: an object, or the text as it came. */
export function decodeArguments(text: string): Json {
  try {
    const value: unknown = JSON.parse(text === "" ? "{}" : text);
    return isJsonObject(value) ? value : text;
  } catch {
    return text;
  }
}
