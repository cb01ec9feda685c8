import { defineTool, Files, ok } from "@wield/core";
import * as z from "zod";

/** Reads a text file. */
export const readText = defineTool({
  name: "read_text",
  description: "Reads a text file.",
  input: z.strictObject({ path: z.string(), limit: z.int().optional() }),
  mutates: false,
  effects: ({ path }) => [{ kind: "read", path }],
  needs: [Files],
  async run({ path }, { files }) {
    const read = await files.readText(path);
    return read.ok ? ok(read.value) : read;
  },
});

/** Writes a text file. */
export const writeText = defineTool({
  name: "write_text",
  description: "Writes a text file.",
  input: z.strictObject({ path: z.string(), content: z.string() }),
  mutates: true,
  effects: ({ path }) => [{ kind: "write", path }],
  needs: [Files],
  async run({ path, content }, { files }) {
    const written = await files.write(path, content);
    return written.ok ? ok(`wrote ${path}`) : written;
  },
});

/** Waits until it is cancelled. */
export const waitForever = defineTool({
  name: "wait_forever",
  description: "Waits until it is cancelled.",
  input: z.strictObject({}),
  mutates: false,
  async run(_input, { signal, progress }) {
    progress("waiting");
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener("abort", () => resolve(), { once: true });
    });
    return ok("woken");
  },
});

/** A tool that ends each call as its test says. */
export function toolThat(
  name: string,
  run: (input: { readonly a?: string | undefined }) => ReturnType<typeof ok> | string,
) {
  return defineTool({
    name,
    description: "Ends as a test wants.",
    input: z.strictObject({ a: z.string().optional() }),
    mutates: false,
    run: (input) => run(input),
  });
}
