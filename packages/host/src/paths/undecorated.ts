import { fileURLToPath } from "node:url";

/** Pairs of signs that people and models put around a name they write about. */
const WRAPPINGS: readonly (readonly [open: string, close: string])[] = [
  ["```", "```"],
  ["**", "**"],
  ["`", "`"],
  ['"', '"'],
  ["'", "'"],
  ["\u201C", "\u201D"],
  ["\u2018", "\u2019"],
  ["<", ">"],
];

/** A Markdown heading, quotation or bullet before the name. */
const LEAD = /^(?:#{1,6}|>|[-*+])\s+/;
const LINK = /^\[[^\]]*\]\((?<target>[^()]+)\)$/;

/** The path without what Markdown, quoting or an address put around it; the path itself when it is plain. */
export function undecorated(path: string): string {
  let rest = path;
  for (;;) {
    const next = peel(rest.trim());
    if (next === rest) return rest;
    rest = next;
  }
}

function peel(path: string): string {
  const lead = LEAD.exec(path);
  if (lead !== null) return path.slice(lead[0].length);
  if (/^file:/i.test(path)) return fromFileAddress(path);
  const link = LINK.exec(path)?.groups?.["target"];
  if (link !== undefined) return link;
  for (const [open, close] of WRAPPINGS) {
    if (path.length < open.length + close.length || !path.startsWith(open) || !path.endsWith(close)) continue;
    const inside = path.slice(open.length, path.length - close.length);
    if (inside === "" && open === "**") continue;
    if (!inside.includes(open) && !inside.includes(close)) return inside;
  }
  return path;
}

function fromFileAddress(address: string): string {
  const bare = address.replace(/^file:(?:\/\/)?/i, "");
  try {
    return /^file:\/\//i.test(address) ? fileURLToPath(address) : bare;
  } catch {
    return bare;
  }
}
