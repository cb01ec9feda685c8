import { defineTool, fail, Files } from "@wield/core";
import * as z from "zod";
import { WRITE_CODES } from "../file-codes.ts";
import { appendToFile } from "./append-file.ts";
import { utf8Length } from "./file-bytes.ts";
import { previewWrite } from "./preview-write.ts";
import { replaceFile } from "./replace-file.ts";

const MAX_BYTES = 16 * 1024 * 1024;

export default defineTool({
  name: "write_file",
  description:
    "Create a file or replace its whole content; parent folders are made. To change part of a file use edit_file.",
  input: z.strictObject({
    path: z.string().describe("File, relative to the workspace."),
    content: z.string().describe("The whole new content; may be empty."),
    append: z.boolean().default(false).describe("Add to the end instead of replacing."),
  }),
  output: z.strictObject({
    path: z.string(),
    bytes: z.int(),
    lines: z.int(),
    created: z.boolean(),
    unseen_lines: z.int().optional(),
  }),
  mutates: true,
  effects: ({ path }) => [{ kind: "write", path }],
  aliases: { file_path: "path", text: "content", contents: "content" },
  needs: [Files],
  timeoutMs: 60_000,
  codes: WRITE_CODES,
  examples: [
    { input: { path: "drafts/plan.md", content: "# Plan\n\nOne step.\n" }, note: "Makes the folder too." },
    {
      input: { path: "notes.md", content: "Write to Bob.\n", append: true },
      note: "Adds a line at the end.",
    },
  ],
  preview: (input, { files }) => (files === undefined ? "" : previewWrite(input, files)),
  async run(input, { files, call }) {
    const bytes = utf8Length(input.content);
    if (bytes > MAX_BYTES) {
      return fail("too_large", `content of ${bytes} bytes is over the limit of ${MAX_BYTES} bytes`, {
        hint: "write in parts with append",
      });
    }
    return input.append ? appendToFile(input, files) : replaceFile(input, { files, call });
  },
});
