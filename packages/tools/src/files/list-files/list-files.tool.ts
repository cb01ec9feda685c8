import { bounded, defineTool, Files, ok } from "@wield/core";
import * as z from "zod";
import { FILE_CODES } from "../file-codes.ts";
import { closedNotes } from "../walks/closed-note.ts";
import { listTree } from "./list-tree.ts";

const DEFAULT_DEPTH = 3;
const MOST_ENTRIES = 2000;
/** For the header and the line that says how it goes on, besides the path. */
const FRAME_CHARACTERS = 200;

export default defineTool({
  name: "list_files",
  description: "List a folder, or a tree with recursive. To find files by name use glob, by content grep.",
  input: z.strictObject({
    path: z.string().default(".").describe("Folder, relative to the workspace."),
    recursive: z.boolean().default(false).describe("Go into subfolders."),
    depth: bounded(z.int().default(DEFAULT_DEPTH), { min: 1, outside: "default" }).describe(
      "With recursive, how many levels; 1 is the folder itself.",
    ),
    all: z.boolean().default(false).describe("Show names that start with a dot."),
    offset: bounded(z.int().default(0), { min: 0, outside: "default" }).describe(
      "How many entries to skip, to see the next page.",
    ),
  }),
  output: z.strictObject({
    path: z.string(),
    entries: z.array(
      z.strictObject({
        path: z.string(),
        kind: z.enum(["file", "directory", "link", "other"]),
        size: z.int().optional(),
        target: z.string().optional(),
      }),
    ),
    hidden: z.int(),
    truncated: z.boolean(),
    next_offset: z.int().optional(),
  }),
  mutates: false,
  effects: ({ path }) => [{ kind: "read", path }],
  aliases: { dir: "path", directory: "path" },
  needs: [Files],
  timeoutMs: 60_000,
  codes: FILE_CODES,
  examples: [
    { input: {}, note: "The workspace." },
    { input: { path: "src", recursive: true, depth: 2 }, note: "A folder and the folders in it." },
  ],
  async run({ path: given, recursive, depth, all, offset }, { files, call }) {
    const listed = await listTree(files, {
      path: given,
      depth: recursive ? depth : 1,
      showsHidden: all,
      offset,
      most: MOST_ENTRIES,
      room: Math.max(FRAME_CHARACTERS, call.maxOutputChars - FRAME_CHARACTERS - given.length),
    });
    if (!listed.ok) return listed;
    const { path, lines, entries, hidden, isCut, total, closed, notes } = listed.value;
    const nextOffset = offset + entries.length;
    const isEmpty = lines.length === 0 && offset === 0;
    const counted = isEmpty ? `${path} is empty` : `${path} (${entries.length} entries)`;
    const left = hidden === 0 ? "" : ` — ${hidden} hidden not shown (all: true shows them)`;
    const past =
      entries.length === 0 && offset > 0
        ? [`… offset ${offset} is past the last entry (${total} entries)`]
        : [];
    const cut = isCut
      ? [`… truncated at ${entries.length} entries (use offset=${nextOffset} to continue)`]
      : [];
    const data = {
      path,
      entries: entries.map((entry) => ({ ...entry })),
      hidden,
      truncated: isCut,
      ...(isCut ? { next_offset: nextOffset } : {}),
    };
    return ok([`${counted}${left}`, ...lines, ...past, ...cut].join("\n"), data, {
      notes: [...notes, ...closedNotes(closed)],
    });
  },
});
