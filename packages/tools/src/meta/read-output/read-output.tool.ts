import { bounded, defineTool, fail, listNames, ok, Outputs, quote } from "@wield/core";
import type { OutputSummary } from "@wield/core";
import * as z from "zod";
import { findFrom, pageOf } from "./page.ts";

export default defineTool({
  name: "read_output",
  description:
    "Read more of a result that was cut. Use it with the out_ locator the cut line names. To search files use grep instead.",
  input: z.strictObject({
    output: z.string().describe("Locator from the cut line, such as out_7f3a."),
    offset: bounded(z.int().default(0), { min: 0, outside: "default" }).describe(
      "Character to start at; 0 is the beginning.",
    ),
    limit: z.int().default(10_000).describe("How many characters to return."),
    find: z
      .string()
      .optional()
      .describe("Plain text to look for from offset on; the page starts at the line that holds it."),
  }),
  output: z.strictObject({
    output: z.string(),
    first: z.int(),
    last: z.int(),
    total: z.int(),
    source_call: z.string(),
  }),
  mutates: false,
  needs: [Outputs],
  available: (view) => (view.hasStoredOutputs ? undefined : "No result was stored in this session yet."),
  timeoutMs: 60_000,
  codes: {
    unknown_output: "This session has no stored output of that name.",
    past_end: "The offset is behind the last character.",
    text_not_found: "The text does not occur from the offset on.",
  },
  async run({ output, offset, limit: asked, find }, { outputs, call }) {
    const stored = await outputs.get(output);
    if (stored === undefined) {
      return fail("unknown_output", `no stored output ${quote(output)} in this session`, {
        hint: storedInWords(await outputs.list()),
      });
    }
    outputs.inheritOrigins(stored.origins);
    const total = stored.text.length;
    const most = call.maxOutputChars;
    const limit = asked < 1 || asked > most ? most : asked;
    if (offset > 0 && offset >= total) {
      return fail("past_end", `offset ${offset} is past the end (${total} characters)`, {
        hint: `use offset=${Math.max(0, total - limit)} to see the end`,
      });
    }
    const start =
      find === undefined || find === "" ? offset : findFrom(stored.text, { text: find, offset, limit });
    if (start === undefined) {
      return fail("text_not_found", `${quote(find ?? "")} does not occur from offset ${offset} on`, {
        hint: offset === 0 ? "look for other text" : "search from offset 0, or for other text",
      });
    }
    const page = pageOf(stored.text, { output, offset: start, limit, maxCharacters: most });
    const data = { output, first: page.first, last: page.last, total, source_call: stored.callId };
    const notes = [
      ...(limit === asked ? [] : [`limit ${asked} is outside 1-${most}; ${most} was used`]),
      ...(stored.isPartial ? [`the result was longer than is kept; this is its first part`] : []),
    ];
    return ok(page.text, data, { verbatim: true, notes });
  },
});

function storedInWords(stored: readonly OutputSummary[]): string {
  if (stored.length === 0) return "nothing is stored in this session";
  return `stored are: ${listNames(stored.map(({ id, tool, characters }) => `${id} (${tool}, ${characters} characters)`))}`;
}
