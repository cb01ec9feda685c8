import * as z from "zod";
import { defineTool } from "../contract/define-tool.ts";
import { ok } from "../contract/result.ts";
import { Files } from "../services/files.ts";

/** Reads a text file, and says so beforehand. */
export const readText = defineTool({
  name: "read_text",
  description: "Reads a text file, for tests of what surrounds a tool.",
  input: z.strictObject({ path: z.string() }),
  mutates: false,
  effects: ({ path }) => [{ kind: "read", path }],
  needs: [Files],
  aliases: { file: "path" },
  async run({ path }, { files }) {
    const read = await files.readText(path);
    return read.ok ? ok(read.value) : read;
  },
});

/** Writes a text file, and says so beforehand. */
export const writeText = defineTool({
  name: "write_text",
  description: "Writes a text file, for tests of what surrounds a tool.",
  input: z.strictObject({ path: z.string(), text: z.string().default("new") }),
  mutates: true,
  effects: ({ path }) => [{ kind: "write", path }],
  needs: [Files],
  preview: ({ path, text }) => `${path} will hold ${text}`,
  async run({ path, text }, { files }) {
    const written = await files.write(path, text);
    return written.ok ? ok(`wrote ${path}`, undefined, { notes: written.value.notes }) : written;
  },
});

/** Deletes a file, and says so beforehand. */
export const deleteFile = defineTool({
  name: "delete_file",
  description: "Deletes a file, for tests of what surrounds a tool.",
  input: z.strictObject({ path: z.string() }),
  mutates: true,
  effects: ({ path }) => [{ kind: "delete", path }],
  needs: [Files],
  async run({ path }, { files }) {
    const deleted = await files.delete(path);
    return deleted.ok ? ok(`deleted ${path}`) : deleted;
  },
});
