import type { ToolDefinition } from "../contract/tool-definition.ts";
import { wrongType, type Problem } from "./problem.ts";

/** What one decoding gathers. */
export interface Decoding {
  readonly tool: ToolDefinition;
  readonly problems: Problem[];
  readonly notes: string[];
}

export interface Place {
  /** For messages, such as `edits[2].old_string`; empty at the root. */
  readonly path: string;
  /** For aliases and bounds, such as `edits[].old_string`; the same as `path` when left out. */
  readonly pattern?: string;
  readonly decoding: Decoding;
}

/** Gathers a problem; its answer stands for "no value". */
export function refuse(place: Place, expected: string, came: unknown): undefined {
  place.decoding.problems.push(wrongType(place.path, expected, came));
  return undefined;
}
