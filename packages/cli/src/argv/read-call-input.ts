import { resolve } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { readTextFile } from "@wield/app";
import { callInput, fail, messageOf, value } from "@wield/core";
import type { CallRequest, Outcome, ToolDefinition } from "@wield/core";
import type { CommandInput } from "./command-spec.ts";

type InputPart = Pick<CallRequest, "input">;

/** The input of a call as words after its tool: `key=value …`, one JSON text, or `-` for standard input. */
export async function readCallInput(
  words: readonly string[],
  { tool, command }: { readonly tool: ToolDefinition | undefined; readonly command: CommandInput },
): Promise<Outcome<InputPart>> {
  const [first] = words;
  if (words.length === 1 && first === "-") return readStandardInput(command);
  if (words.length === 1 && first !== undefined && /^\s*[{[]/.test(first)) return value({ input: first });
  const made = callInput(words, {
    ...(tool === undefined ? {} : { tool }),
    readFile: (path) => readTextFile(resolve(command.cwd, path)),
  });
  return made.ok ? value({ input: made.value }) : made;
}

async function readStandardInput({ io }: CommandInput): Promise<Outcome<InputPart>> {
  try {
    return value({ input: await readAll(io.stdin) });
  } catch (error) {
    return fail("wrong_usage", `standard input cannot be read: ${messageOf(error)}`);
  }
}
