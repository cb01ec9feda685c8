import { Redraw } from "../output/redraw.ts";
import { decodeOutput } from "../output/utf8.ts";

/** A page of a log as text, redrawn lines in their last state. */
export function renderPage(bytes: Uint8Array): string {
  const parts: Uint8Array[] = [];
  const redraw = new Redraw((part) => parts.push(new Uint8Array(part)));
  redraw.push(bytes);
  redraw.end();
  return decodeOutput(Buffer.concat(parts)).text;
}
