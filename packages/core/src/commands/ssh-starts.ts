import type { SimpleCommand } from "../ports/command-parser.ts";
import { readOptions, type OptionSpec } from "./option-reader.ts";
import { code, NOTHING, scriptOf, type KnownScripts, type Started } from "./started.ts";

export const SSH_OPTIONS: OptionSpec = { flags: "46AaCfGgKkMNnqsTtVvXxYy", values: "BbcDEeFIiJLlmOoPpQRSWw" };

/** Options whose value is a program of this machine. */
const LOCAL_PROGRAM =
  /^\s*(proxycommand|localcommand|knownhostscommand|match|include|pkcs11provider|securitykeyprovider|xauthlocation)\b/i;

/** A command for another machine. Without one ssh opens a shell there, fed by the input of this line. */
export function sshStarts(command: SimpleCommand, parse: KnownScripts): Started {
  const words = command.words.slice(1);
  const { at, options, problem } = readOptions(words, SSH_OPTIONS);
  if (problem !== undefined) return { commands: [], unreadable: [{ text: command.source, reason: problem }] };
  const starting = options.find(
    ({ name, value }) =>
      (name === "o" && (value?.isLiteral !== true || LOCAL_PROGRAM.test(value.text))) ||
      name === "F" ||
      name === "I",
  );
  if (starting !== undefined) return code("an option names a program or a configuration");
  if (options.some(({ name }) => name === "V" || name === "Q" || name === "G")) return NOTHING;
  const after = readOptions(words.slice(at + 1), SSH_OPTIONS);
  if (after.problem !== undefined)
    return { commands: [], unreadable: [{ text: command.source, reason: after.problem }] };
  const script = words.slice(at + 1 + after.at);
  if (script.length > 0) return { ...scriptOf(script, command, parse), isRemote: true };
  if (options.some(({ name }) => name === "N" || name === "O")) return NOTHING;
  return code("it runs what its input says on the other machine");
}
