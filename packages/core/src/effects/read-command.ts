import type { ParseShell } from "../ports/command-parser.ts";
import type { ParsedCommand } from "./parsed-command.ts";

/** Everything that is known of a command line before it runs. The tables about programs are loaded by the first one. */
export async function readCommand(line: string, parse: ParseShell): Promise<ParsedCommand> {
  const { analyseCommand } = await import("../commands/analyse-command.ts");
  return analyseCommand(line, parse);
}
