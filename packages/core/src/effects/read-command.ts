import type { ParseShell, ShellScript } from "../ports/command-parser.ts";
import type { ParsedCommand } from "./parsed-command.ts";

/** Scripts in arguments, and in theirs, that are read for one line. */
const MOST_SCRIPTS = 500;
const MOST_SCRIPT_CHARS = 128 * 1024;

/**
 * Everything that is known of a command line before it runs. The tables about programs are loaded by the first one.
 * The line is looked through again when scripts that stand in its arguments (`sh -c`, `eval`) were read.
 */
export async function readCommand(line: string, parse: ParseShell): Promise<ParsedCommand> {
  const { analyseCommand } = await import("../commands/analyse-command.ts");
  const known = new Map<string, ShellScript>([[line, await parse(line)]]);
  let readChars = 0;
  for (;;) {
    const wanted = new Set<string>();
    const parsed = analyseCommand(line, (script) => {
      const found = known.get(script);
      if (found === undefined) wanted.add(script);
      return found ?? { commands: [], unreadable: [] };
    });
    if (wanted.size === 0) return parsed;
    for (const script of wanted) {
      readChars += script.length;
      const isTooMuch = known.size > MOST_SCRIPTS || readChars > MOST_SCRIPT_CHARS;
      known.set(script, isTooMuch ? tooMuch(script) : await parse(script));
    }
  }
}

function tooMuch(script: string): ShellScript {
  return {
    commands: [],
    unreadable: [{ text: script.slice(0, 200), reason: "the line starts too many commands" }],
  };
}
