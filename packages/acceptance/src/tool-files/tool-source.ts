/** The source of a tool file that takes `how` and answers with what `body` gives; `head` stands before the definition. */
export function toolSource(
  name: string,
  body: string,
  { head = "", mutates = "false", needs = "", more = "" } = {},
): string {
  return `
import { defineTool, fail, Files, ok } from "wield";
import { z } from "zod";
${head}
export default defineTool({
  name: ${JSON.stringify(name)},
  description: "Does what the test that wrote it wants to see.",
  input: z.strictObject({ how: z.string().describe("Which of its ways to take.").optional() }),
  mutates: ${mutates},
  needs: [${needs}],
  ${more}
  async run({ how }, context) {
    const { files } = context;
    ${body}
  },
});
void fail; void Files; void ok;
`;
}
