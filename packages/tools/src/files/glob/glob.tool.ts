import { bounded, defineTool, Files, ok } from "@wield/core";
import type { Outcome } from "@wield/core";
import * as z from "zod";
import { FILE_CODES } from "../file-codes.ts";
import { closedNotes } from "../walks/closed-note.ts";
import { unreadableNotes } from "../walks/unreadable-note.ts";
import { shownName } from "../walks/shown-name.ts";
import { countIgnored, findFiles } from "./find-files.ts";
import type { GlobFound, GlobRequest } from "./find-files.ts";
import { newestFirst } from "./newest-first.ts";
import { looksLikeRegex, readPattern } from "./read-pattern.ts";

const DEFAULT_LIMIT = 200;
const MOST_LIMIT = 2000;
/** With fewer than these it is told how many more there are in ignored places. */
const FEW = 5;
/** For the header and the lines behind the paths, besides the pattern. */
const FRAME_CHARACTERS = 300;

export default defineTool({
  name: "glob",
  description: "Find files by name pattern, newest first. For file contents use grep.",
  input: z.strictObject({
    pattern: z.string().describe("Pattern over the path below path, such as src/**/*.ts or *.{js,ts}."),
    path: z.string().default(".").describe("Folder to search in."),
    limit: bounded(z.int().default(DEFAULT_LIMIT), { min: 1, max: MOST_LIMIT, outside: "default" }).describe(
      "Most paths to return.",
    ),
    offset: bounded(z.int().default(0), { min: 0, outside: "default" }).describe(
      "How many to skip, to see the next page.",
    ),
    include_ignored: z.boolean().default(false).describe("Also files that ignore rules exclude."),
  }),
  output: z.strictObject({
    matches: z.array(z.string()),
    total: z.int(),
    truncated: z.boolean(),
    hidden: z.int(),
    next_offset: z.int().optional(),
  }),
  mutates: false,
  effects: ({ path }) => [{ kind: "read", path }],
  needs: [Files],
  timeoutMs: 120_000,
  codes: { ...FILE_CODES, invalid_pattern: "The pattern stands for too much, or leads out of its folder." },
  examples: [
    { input: { pattern: "**/*.md" }, note: "Every Markdown file." },
    { input: { pattern: "*.{js,ts}", path: "src" }, note: "Directly in one folder." },
  ],
  async run({ pattern: given, path, limit, offset, include_ignored: includesIgnored }, { files, call }) {
    const pattern = readPattern(given);
    if (!pattern.ok) return pattern;
    const request = { path, pattern: pattern.value, includesIgnored };
    const found = await findFiles(files, request);
    if (!found.ok) return found;
    const hidden = await hiddenIn(files, request, found.value);
    if (!hidden.ok) return hidden;

    const total = found.value.files.length;
    const room = call.maxOutputChars - FRAME_CHARACTERS - 2 * given.length;
    const shown = fitting(
      newestFirst(found.value.files, { offset, limit }).map((file) => displayed(found.value.path, file.path)),
      room,
    );
    const next = offset + shown.length;
    const isCut = next < total || !found.value.isComplete;
    const lines = [
      total === 0
        ? `No files match "${given}" in ${found.value.path}.`
        : `${shown.length} match(es) for "${given}":`,
      ...shown.map(shownName),
      ...(shown.length === 0 && total > 0
        ? [`… offset ${offset} is past the last match (${total} in all)`]
        : []),
      ...(hidden.value > 0
        ? [`… at least ${hidden.value} more hidden by ignore rules (include_ignored: true shows them)`]
        : []),
      ...(total === 0 && looksLikeRegex(given)
        ? ["… this looks like a regular expression; grep takes those, glob takes patterns such as **/*.ts"]
        : []),
      ...(isCut ? [`… truncated (${total} in all); use offset=${next} to continue`] : []),
    ];
    const data = {
      matches: [...shown],
      total,
      truncated: isCut,
      hidden: hidden.value,
      ...(isCut ? { next_offset: next } : {}),
    };
    return ok(lines.join("\n"), data, {
      notes: [
        ...found.value.notes,
        ...unreadableNotes(found.value.unreadable),
        ...closedNotes(found.value.closed),
      ],
    });
  },
});

async function hiddenIn(files: Files, request: GlobRequest, found: GlobFound): Promise<Outcome<number>> {
  if (found.files.length >= FEW || found.ignored.length === 0) return { ok: true, value: 0 };
  return countIgnored(files, request, found.ignored);
}

/** As many paths from the start as fit. */
function fitting(paths: readonly string[], room: number): readonly string[] {
  let used = 0;
  const end = paths.findIndex((path, index) => {
    used += path.length + 1;
    return used > room && index > 0;
  });
  return end === -1 ? paths : paths.slice(0, end);
}

/** The path a file is shown with, from the folder's. */
function displayed(folder: string, path: string): string {
  if (folder === ".") return path;
  return folder.endsWith("/") ? folder + path : `${folder}/${path}`;
}
