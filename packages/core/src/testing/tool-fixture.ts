import { defineTool } from "../contract/define-tool.ts";
import { ok } from "../contract/result.ts";
import type { SchemaSource, ToolDefinition } from "../contract/tool-definition.ts";

/** What a test wants different from a tool named `probe` that only reports. */
export interface ToolFixture {
  readonly input: SchemaSource;
  readonly mutates?: boolean | "depends";
  readonly aliases?: Readonly<Record<string, string>>;
}

/** A tool whose `run` does nothing: for what comes before it. */
export function toolWith({ input, mutates = false, aliases = {} }: ToolFixture): ToolDefinition {
  return defineTool({
    name: "probe",
    description: "Does nothing. For tests of what comes before a tool runs.",
    input,
    mutates,
    aliases,
    run: () => ok("done"),
  });
}
