import type { SimpleCommand, ShellWord } from "../ports/command-parser.ts";
import { GIT_OPTIONS } from "./git-options.data.ts";
import { readOptions } from "./option-reader.ts";
import { code, inner, NOTHING, scriptOf, type KnownScripts, type Started } from "./started.ts";
import { GIT_COMMANDS } from "./wrappers.data.ts";

/** Before the sub-command. */
const MOST_OPTIONS = 20;

/** Options of sub-commands that name a program to start. */
const PROGRAM_OPTIONS =
  `exec upload-pack receive-pack open-files-in-pager extcmd tool ext-diff textconv gpg-program smtp-server to-cmd cc-cmd
  header-cmd`.split(/\s+/);
/** Options of their own that others begin with. */
const OTHER_OPTIONS: ReadonlySet<string> = new Set(["text", "to", "cc", "header"]);

/** Long options may be cut short. */
function namesProgram({ text, isLiteral }: ShellWord): boolean {
  const name = /^--([a-z-]{2,})(=|$)/.exec(text)?.[1];
  if (!isLiteral || name === undefined || OTHER_OPTIONS.has(name)) return false;
  return PROGRAM_OPTIONS.some((option) => option.startsWith(name));
}

export function gitStarts(command: SimpleCommand, parse: KnownScripts): Started {
  const words = command.words.slice(1);
  const { at, options, problem } = readOptions(words, GIT_OPTIONS);
  if (options.length > MOST_OPTIONS) return code("it has too many options");
  if (problem !== undefined) return code(`${problem}, and options of git can start any program`);
  const [sub, ...rest] = words.slice(at);
  if (sub === undefined) return NOTHING;
  if (!sub.isLiteral) return code("its sub-command is known only when it runs");
  if (!GIT_COMMANDS.has(sub.text)) return code(`${sub.text} may be an alias, which can start any program`);
  const starting = rest.find(namesProgram);
  switch (sub.text) {
    case "submodule":
      return rest[0]?.text === "foreach"
        ? scriptOf(withoutFlags(rest.slice(1)), command, parse)
        : plain(starting);
    case "bisect":
      if (rest[0]?.text !== "run") return plain(starting);
      return rest.length > 1 ? { commands: [inner(command, rest.slice(1))], unreadable: [] } : NOTHING;
    case "rebase":
      return rebaseStarts(command, rest, parse) ?? plain(starting);
    case "filter-branch":
    case "difftool":
    case "mergetool":
    case "for-each-repo":
    case "instaweb":
    case "hook":
    case "merge-index":
      return code(`git ${sub.text} starts other programs`);
    case "grep":
      return rest.some(({ text }) => /^-[a-zA-Z]*O/.test(text)) ? code("it starts a pager") : plain(starting);
    case "clone":
    case "fetch":
    case "pull":
    case "ls-remote":
    case "remote":
    case "push":
    case "submodule--helper":
      return rest.some(
        ({ text }) => /^(ext|fd)::/.test(text) || (text.startsWith("-u") && sub.text === "clone"),
      )
        ? code("the address or option names a program")
        : plain(starting);
    case "config":
      return rest.some(({ text }) =>
        /^(alias|core|pager|diff|merge|filter|credential|gpg|interactive|sequence|ssh|protocol|include|difftool|mergetool)\b|^includeif/i.test(
          text,
        ),
      ) && rest.filter(({ text }) => !text.startsWith("-")).length > 1
        ? code("it sets what git starts later")
        : NOTHING;
    default:
      return plain(starting);
  }
}

function plain(starting: ShellWord | undefined): Started {
  return starting === undefined ? NOTHING : code(`${starting.text} names a program`);
}

function withoutFlags(words: readonly ShellWord[]): readonly ShellWord[] {
  const first = words.findIndex(({ text }) => !text.startsWith("-"));
  return first < 0 ? [] : words.slice(first);
}

function rebaseStarts(
  command: SimpleCommand,
  words: readonly ShellWord[],
  parse: KnownScripts,
): Started | undefined {
  const at = words.findIndex(({ text }) => text === "-x" || /^--ex(ec?)?$/.test(text));
  const next = words[at + 1];
  if (at >= 0 && next !== undefined) return scriptOf([next], command, parse);
  const attached = words.find(({ text }) => /^(-x.|--ex(ec?)?=)/s.test(text));
  if (attached === undefined) return undefined;
  if (!attached.isLiteral) return code("its script is known only when it runs");
  return scriptOf(
    [{ text: attached.text.replace(/^(-x|--ex(ec?)?=)/, ""), isLiteral: true }],
    command,
    parse,
  );
}
