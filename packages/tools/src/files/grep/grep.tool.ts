import { bounded, defineTool, fail, Files, ok } from "@wield/core";
import * as z from "zod";
import { shorten } from "../../text/shorten.ts";
import { FILE_CODES } from "../file-codes.ts";
import { closedNotes } from "../walks/closed-note.ts";
import { unreadableNotes } from "../walks/unreadable-note.ts";
import { clipLine } from "./clip-line.ts";
import { leftOutLines } from "./left-out-lines.ts";
import { readInclude } from "./read-include.ts";
import { renderFound } from "./render-found.ts";

const DEFAULT_LIMIT = 100;
const MOST_LIMIT = 1000;
const MOST_CONTEXT = 20;
const MAX_COUNTED = 10_000;
const MAX_FILE_BYTES = 8 * 1024 * 1024;
const MAX_MATCH_LINES = 40;
/** Longer patterns are not repeated whole. */
const SHOWN_PATTERN_CHARACTERS = 200;
/** For the header and the line that says how it goes on, besides the pattern. */
const FRAME_CHARACTERS = 200;

export default defineTool({
  name: "grep",
  description:
    "Search file contents by regular expression; gives path and line numbers. Case is ignored unless case_sensitive. To find files by name use glob.",
  input: z.strictObject({
    pattern: z.string().describe("Regular expression (Rust syntax), or plain text with literal."),
    path: z.string().default(".").describe("File or folder to search."),
    include: z.string().optional().describe("Only files whose path or name matches this glob."),
    case_sensitive: z.boolean().default(false).describe("Tell upper from lower case."),
    literal: z.boolean().default(false).describe("Take pattern as plain text."),
    multiline: z.boolean().default(false).describe("Let the pattern span lines."),
    context: bounded(z.int().default(0), { min: 0, max: MOST_CONTEXT, outside: "clamp" }).describe(
      "Lines to show before and after each match.",
    ),
    limit: bounded(z.int().default(DEFAULT_LIMIT), { min: 1, max: MOST_LIMIT, outside: "default" }).describe(
      "Most matching lines (or files) to return.",
    ),
    offset: bounded(z.int().default(0), { min: 0, outside: "default" }).describe(
      "How many to skip, to see the next page.",
    ),
    output: z
      .enum(["content", "files", "count"])
      .default("content")
      .describe("Lines, only paths, or number of matches per file."),
    include_ignored: z.boolean().default(false).describe("Also files that ignore rules exclude."),
  }),
  output: z.strictObject({
    matches: z.array(z.strictObject({ path: z.string(), line: z.int(), column: z.int(), text: z.string() })),
    total: z.int(),
    total_is_exact: z.boolean(),
    files: z.int(),
    truncated: z.boolean(),
    next_offset: z.int().optional(),
    counts: z.array(z.strictObject({ path: z.string(), count: z.int() })).optional(),
  }),
  mutates: false,
  effects: ({ path }) => [{ kind: "read", path }],
  aliases: { query: "pattern", regex: "pattern", glob: "include" },
  needs: [Files],
  timeoutMs: 120_000,
  codes: {
    ...FILE_CODES,
    invalid_pattern: "The regular expression or the include pattern cannot be used; the sentence says why.",
    too_large: "The file is too large to look for what spans lines.",
  },
  examples: [
    { input: { pattern: "TODO" }, note: "Every line with the word, in any case." },
    {
      input: { pattern: "TODO", include: "*.md", context: 1 },
      note: "In Markdown files, with the lines around.",
    },
    { input: { pattern: "todo", output: "files" }, note: "Only which files." },
  ],
  async run(input, { files, call }) {
    const { pattern, path: given, limit, offset, output } = input;
    if (pattern.trim() === "") return fail("invalid_arguments", "pattern is required");
    const include = readInclude(input.include);
    if (!include.ok) return include;
    const found = await files.search(given, {
      pattern,
      isLiteral: input.literal,
      isCaseSensitive: input.case_sensitive,
      isMultiline: input.multiline,
      ...(include.value === undefined ? {} : { include: include.value }),
      includesIgnored: input.include_ignored,
      unit: output === "content" ? "matches" : "files",
      offset,
      limit,
      context: input.context,
      maxCounted: MAX_COUNTED,
      maxFileBytes: MAX_FILE_BYTES,
      maxMatchLines: MAX_MATCH_LINES,
      clip: clipLine,
    });
    if (!found.ok) return found;
    const { path, page, matches, hasMore, isPartial } = found.value;
    const isExact = found.value.isExact && !isPartial;
    const shownPattern = shorten(pattern, SHOWN_PATTERN_CHARACTERS);
    const room = call.maxOutputChars - FRAME_CHARACTERS - shownPattern.length;
    const { text, shown } = renderFound(page, output, room);
    const isCut = hasMore || shown < countOf(page, output);
    const next = offset + shown;
    const unit = output === "content" ? "matches" : "files";

    const lines =
      matches === 0
        ? [
            `No matches for "${shownPattern}" in ${path}${isPartial ? " so far" : ""}.`,
            ...leftOutLines(found.value.leftOut, MAX_FILE_BYTES),
          ]
        : [
            `${isExact ? "" : "at least "}${matches} match(es) in ${found.value.files} file(s) for "${shownPattern}"${isCut ? " (limit reached)" : ""}`,
            ...(text === "" ? [] : [text]),
            ...(shown === 0 ? [`… offset ${offset} is past the last of the ${unit}`] : []),
            ...(isCut ? [`… ${unit} ${offset + 1}-${next} shown (use offset=${next} to continue)`] : []),
          ];
    const data = {
      matches: page
        .flatMap((file) =>
          file.matches.map(({ line, column, text: line_ }) => ({
            path: file.path,
            line,
            column,
            text: line_,
          })),
        )
        .slice(0, shown),
      total: matches,
      total_is_exact: isExact,
      files: found.value.files,
      truncated: isCut || isPartial,
      ...(isCut ? { next_offset: next } : {}),
      ...(output === "content"
        ? {}
        : { counts: page.slice(0, shown).map((file) => ({ path: file.path, count: file.count })) }),
    };
    return ok(lines.join("\n"), data, {
      notes: [
        ...found.value.notes,
        ...unreadableNotes(found.value.unreadable, found.value.unreadableCount),
        ...closedNotes(found.value.closed),
      ],
    });
  },
});

function countOf(page: readonly { readonly matches: readonly unknown[] }[], output: string): number {
  return output === "content" ? page.reduce((sum, file) => sum + file.matches.length, 0) : page.length;
}
