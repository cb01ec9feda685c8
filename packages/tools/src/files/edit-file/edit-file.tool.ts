import { defineTool, Files } from "@wield/core";
import * as z from "zod";
import { WRITE_CODES } from "../file-codes.ts";
import { editFile, previewEdit } from "./edit-file.ts";

const OLD = "Text to replace, exactly as in the file.";
const NEW = "Text to put there; empty deletes.";
const ALL = "Replace every occurrence.";

export default defineTool({
  name: "edit_file",
  description:
    "Replace exact text in a file. old_string must be in the file exactly once unless replace_all is true. Copy it from read_file. Several changes of one file go in edits.",
  input: z.strictObject({
    path: z.string().describe("File, relative to the workspace."),
    old_string: z.string().optional().describe(OLD),
    new_string: z.string().optional().describe(NEW),
    replace_all: z.boolean().default(false).describe(ALL),
    edits: z
      .array(
        z.strictObject({
          old_string: z.string().describe(OLD),
          new_string: z.string().describe(NEW),
          replace_all: z.boolean().default(false).describe(ALL),
        }),
      )
      .min(1)
      .max(100)
      .optional()
      .describe("Several replacements, applied in order, all or none. Instead of old_string and new_string."),
  }),
  output: z.strictObject({
    path: z.string(),
    replacements: z.int(),
    diff: z.string(),
    diff_truncated: z.boolean().optional(),
  }),
  mutates: true,
  effects: ({ path }) => [
    { kind: "read", path },
    { kind: "write", path },
  ],
  aliases: {
    file_path: "path",
    old_text: "old_string",
    old_str: "old_string",
    new_text: "new_string",
    new_str: "new_string",
    "edits[].old_text": "old_string",
    "edits[].old_str": "old_string",
    "edits[].new_text": "new_string",
    "edits[].new_str": "new_string",
  },
  needs: [Files],
  timeoutMs: 60_000,
  codes: {
    ...WRITE_CODES,
    text_not_found: "old_string is not in the file; the sentence says what is.",
    ambiguous: "old_string is in the file more than once, and replace_all is not set.",
    no_change: "old_string and new_string are the same.",
    edit_failed: "One of several edits failed; nothing was changed.",
  },
  examples: [
    {
      input: { path: "notes.md", old_string: "Buy milk.", new_string: "Buy milk and bread." },
      note: "One place, given exactly as it stands in the file.",
    },
    {
      input: {
        path: "notes.md",
        edits: [
          { old_string: "# Notes", new_string: "# To do" },
          { old_string: "Call Ada.\n", new_string: "" },
        ],
      },
      note: "Two changes at once; the second deletes a line.",
    },
  ],
  preview: (input, { files }) => (files === undefined ? "" : previewEdit(input, files)),
  run: editFile,
});
