import { encodeText } from "@wield/core";

/** What is written for a content: text as UTF-8. */
export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? encodeText(content, { encoding: "utf-8", hasBom: false }) : content;
}
