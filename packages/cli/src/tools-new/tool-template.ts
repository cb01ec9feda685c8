import { UNFILLED } from "@wield/testkit";

/** The text of a new tool: it works as it is, and says where its author has to say something. */
export function toolTemplate(name: string): string {
  return `import { defineTool, Files, ok } from "wield";
import * as z from "zod";

// Put your own text wherever it says "${UNFILLED}". Until then wield tools check names the place.
export default defineTool({
  name: "${name}",
  description: "${UNFILLED} Count the lines of a text file. Say what the tool does, and when to use it.",
  input: z.strictObject({
    path: z.string().describe("${UNFILLED} Text file, relative to the workspace."),
  }),
  output: z.strictObject({ lines: z.int() }),
  // false: it only reports. true: it changes something, and effects say what.
  mutates: false,
  // The context of run holds exactly these services.
  needs: [Files],
  // The check runs them in a folder that has this file.
  examples: [{ input: { path: "notes.md" } }],
  async run({ path }, { files }) {
    const text = await files.readText(path);
    // What can be expected to go wrong is returned, not thrown.
    if (!text.ok) return text;
    const lines = text.value === "" ? 0 : text.value.replace(/\\n$/, "").split("\\n").length;
    return ok(\`\${lines} lines in \${path}\`, { lines });
  },
});
`;
}
