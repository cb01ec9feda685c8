import { createHash } from "node:crypto";
import { nameLetters } from "@wield/core";

const MAX_NAME = 64;
const CUT_NAME = 59;

/**
 * The name under which each tool of a server is registered, in the order given: in the letters that every provider
 * takes, unique in `taken`, and the same at every start.
 */
export function createToolNamer(server: string, taken: Set<string>): (tool: string) => NamedTool {
  return (tool) => {
    const plain = `mcp__${nameLetters(server)}__${nameLetters(tool)}`;
    const mark = shortHash(`${server}\0${tool}`);
    const short = plain.length <= MAX_NAME ? plain : `${plain.slice(0, CUT_NAME)}_${mark}`;
    const name = taken.has(short) ? `${plain.slice(0, CUT_NAME)}_${mark}` : short;
    if (taken.has(name)) return { name, isTaken: true, isRenamed: true };
    taken.add(name);
    return { name, isTaken: false, isRenamed: name !== short };
  };
}

export interface NamedTool {
  readonly name: string;
  /** Nothing is free for it: two tools of one name, or a hash that meets another. */
  readonly isTaken: boolean;
  /** Another tool has the plain name. */
  readonly isRenamed: boolean;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 4);
}
