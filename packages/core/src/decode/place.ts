import type { ToolDefinition } from "../contract/tool-definition.ts";
import { showPath, type ProblemList } from "./problem.ts";

/** What one decoding gathers. */
export interface Decoding {
  readonly tool: ToolDefinition;
  readonly problems: ProblemList;
  readonly notes: NoteList;
  /** A value as a message may show it: shortened, and without secrets. */
  readonly show: (value: unknown) => string;
  /** Set once a default stands for something that did not come. */
  hasDefaults: boolean;
}

export interface Place {
  /** For messages, such as `edits[2].old_string`; empty at the root. */
  readonly path: string;
  /** For aliases and bounds, such as `edits[].old_string`. */
  readonly pattern: string;
  readonly decoding: Decoding;
}

/** Gathers a problem; its answer stands for "no value". */
export function refuse(place: Place, expected: string, came: unknown): undefined {
  const { problems, show } = place.decoding;
  problems.add(() => ({ message: `${showPath(place.path)} must be ${expected}, but ${show(came)} came` }));
  return undefined;
}

/** The place of a member, such as `edits[0].old_string`. */
export function member(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

const MOST_NOTES = 20;

/** Conversions to tell: a long list of the same kind is told by its length. */
export interface NoteList {
  add(word: () => string): void;
  list(): readonly string[];
}

export function createNoteList(first: readonly string[]): NoteList {
  const notes = [...first];
  let more = 0;
  return {
    add: (word) => {
      if (notes.length < MOST_NOTES) notes.push(word());
      else more += 1;
    },
    list: () => (more === 0 ? notes : [...notes, `and ${more} more conversions of this kind`]),
  };
}
