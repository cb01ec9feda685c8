import { defineTool, fail, ok } from "@wield/core";
import * as z from "zod";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

export const PIXEL_BASE64 = PIXEL.toString("base64");

/** The tools that the suite calls by name, each an ordinary tool of ours. */
export const suiteTools = [
  defineTool({
    name: "test_simple_text",
    description: "Answers with one plain text.",
    input: z.strictObject({}),
    mutates: false,
    run: () => "This is a simple text response for testing.",
  }),
  defineTool({
    name: "test_image_content",
    description: "Answers with one picture.",
    input: z.strictObject({}),
    mutates: false,
    run: () =>
      ok("one pixel", undefined, { blocks: [{ type: "image", mediaType: "image/png", bytes: PIXEL }] }),
  }),
  defineTool({
    name: "test_error_handling",
    description: "Fails every time.",
    input: z.strictObject({}),
    mutates: false,
    codes: { intended: "It fails on purpose." },
    run: () => fail("intended", "This tool intentionally returns an error for testing"),
  }),
  defineTool({
    name: "test_tool_with_progress",
    description: "Tells how far it is, three times.",
    input: z.strictObject({}),
    mutates: false,
    run: async (_input, { progress }) => {
      for (const fraction of [0, 0.5, 1]) {
        progress(`${fraction * 100} of 100`, fraction);
        // The pipeline passes on what is told in quick succession as one.
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
      return "done";
    },
  }),
  defineTool({
    name: "test_elicitation",
    description: "Changes something, so that a person is asked first.",
    input: z.strictObject({ message: z.string().describe("What the person is shown.") }),
    mutates: true,
    run: ({ message }) => `allowed: ${message}`,
  }),
];
