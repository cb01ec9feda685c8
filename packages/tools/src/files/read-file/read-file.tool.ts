import { bounded, decodeText, defineTool, fail, Files, ok } from "@wield/core";
import * as z from "zod";
import { FILE_CODES } from "../file-codes.ts";
import { encodingName } from "../text-form.ts";
import { fileLines } from "./file-lines.ts";
import { readColumn } from "./read-column.ts";
import { readWindow } from "./read-window.ts";

const MAX_BYTES = 409_600;
const DEFAULT_LIMIT = 2000;

export default defineTool({
  name: "read_file",
  description:
    "Read a text file exactly as it is, under a header with the line range. Lines starting with … are the tool's, not the file's; never use them in edit_file. To find something in large files use grep; for folders use list_files.",
  input: z.strictObject({
    path: z.string().describe("File, relative to the workspace."),
    offset: bounded(z.int().default(1), { min: 1, outside: "default" }).describe(
      "First line to return, counting from 1.",
    ),
    limit: bounded(z.int().default(DEFAULT_LIMIT), { min: 1, outside: "default" }).describe(
      "How many lines to return.",
    ),
    column: bounded(z.int().optional(), { min: 1, outside: "default" }).describe(
      "Character of the line to start at, counting from 1; only with one line.",
    ),
  }),
  output: z.strictObject({
    path: z.string(),
    first_line: z.int(),
    last_line: z.int(),
    total_lines: z.int().optional(),
    truncated: z.boolean().optional(),
    total_lines_at_least: z.int().optional(),
    bom: z.boolean().optional(),
    encoding: z.string().optional(),
    first_column: z.int().optional(),
    last_column: z.int().optional(),
  }),
  mutates: false,
  effects: ({ path }) => [{ kind: "read", path }],
  aliases: { file_path: "path", filename: "path", file: "path" },
  needs: [Files],
  timeoutMs: 60_000,
  codes: {
    ...FILE_CODES,
    past_end: "The offset or column is behind the last one.",
    past_cap: "The offset or column is behind the bytes that are read of a large file.",
  },
  examples: [
    { input: { path: "notes.md" }, note: "The whole file, when it fits." },
    { input: { path: "notes.md", offset: 3, limit: 2 }, note: "Lines 3 and 4." },
    {
      input: { path: "notes.md", offset: 3, limit: 1, column: 5 },
      note: "Line 3 from its fifth character on.",
    },
  ],
  async run({ path: given, offset, limit, column }, { files, call }) {
    if (column !== undefined && limit !== 1 && limit !== DEFAULT_LIMIT) {
      return fail("invalid_arguments", `column works on one line, but limit is ${limit}`, {
        hint: "leave limit out, or set it to 1",
      });
    }
    const read = await files.read(given, { maxBytes: MAX_BYTES });
    if (!read.ok) return read;
    const { path, bytes, isCapped, mark } = read.value;
    const decoded = decodeText(bytes, { path, isCapped });
    if (!decoded.ok) return decoded;
    const { text, encoding, hasBom } = decoded.value;

    const lines = fileLines(text, isCapped);
    const request = { path, offset, limit, maxCharacters: call.maxOutputChars };
    const isSlice = column !== undefined && offset <= lines.total;
    const window = isSlice ? readColumn(lines, { ...request, column }) : readWindow(lines, request);
    if ("code" in window) return window;
    await files.noteSeen(path, { mark, seen: window.seen });

    const { firstLine, lastLine, firstColumn, lastColumn } = window;
    const data = {
      path,
      first_line: firstLine,
      last_line: lastLine,
      ...(isCapped ? { truncated: true, total_lines_at_least: lines.total } : { total_lines: lines.total }),
      ...(hasBom && encoding === "utf-8" ? { bom: true } : {}),
      ...(encoding === "utf-8" ? {} : { encoding }),
      ...(firstColumn === undefined ? {} : { first_column: firstColumn }),
      ...(lastColumn === undefined ? {} : { last_column: lastColumn }),
    };
    const form =
      encoding === "utf-8" ? [] : [`${path} is ${encodingName(encoding)}, not UTF-8; edits keep that`];
    return ok(window.text, data, { verbatim: true, notes: [...read.value.notes, ...form] });
  },
});
