import type { ShellAssignment, SimpleCommand } from "../ports/command-parser.ts";
import { code, NOTHING, scriptOf, type KnownScripts, type Started } from "./started.ts";
import { wordBehind } from "./word-patterns.ts";

/** What they hold is run as a command line by what reads them. */
const COMMAND_LINES =
  /^(GIT_\w*(COMMAND|DIFF|PAGER|EDITOR|ASKPASS|SSH)|PAGER|MANPAGER|EDITOR|VISUAL|BROWSER|LESSOPEN|LESSCLOSE|PROMPT_COMMAND|SSH_ASKPASS|SUDO_ASKPASS|SUDO_EDITOR|RSYNC_RSH|CVS_RSH|TAR_OPTIONS|FZF_DEFAULT_COMMAND)$/;

/** What they name is loaded, or read as code, by whatever is started. */
const CODE =
  /^(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|ENV|PS[0-4]|PYTHONSTARTUP|PERL5OPT|PERL5DB|RUBYOPT|GIT_CONFIG\w*|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|MAKEFLAGS|GNUMAKEFLAGS|BASH_FUNC\w*|SHELLOPTS|BASHOPTS|JAVA_TOOL_OPTIONS|GCONV_PATH)$/;

const DECLARING = /^(export|declare|readonly|typeset|local)$/;

/** What the variables that a command sets start later. */
export function variableStarts(command: SimpleCommand, parse: KnownScripts): Started {
  const started: Started[] = assignmentsOf(command).map(({ name, value }) => {
    if (value.isLiteral && value.text === "") return NOTHING;
    if (COMMAND_LINES.test(name)) return scriptOf([value], command, parse);
    const isLoading = /(^|\s)(-r|--(require|import|loader|experimental-loader|eval))/.test(value.text);
    if (CODE.test(name) || (name === "NODE_OPTIONS" && (isLoading || !value.isLiteral)))
      return code(`${name} can start any program`);
    return NOTHING;
  });
  const coded = started.find(({ code: why }) => why !== undefined)?.code;
  return {
    commands: started.flatMap(({ commands }) => commands),
    unreadable: started.flatMap(({ unreadable }) => unreadable),
    ...(coded === undefined ? {} : { code: coded }),
  };
}

function assignmentsOf({ assignments, words }: SimpleCommand): readonly ShellAssignment[] {
  if (!DECLARING.test(words[0]?.text ?? "")) return assignments;
  const declared = words.slice(1).flatMap((word): readonly ShellAssignment[] => {
    const name = /^(\w+)=/.exec(word.text)?.[1];
    return name === undefined ? [] : [{ name, value: wordBehind(word, name.length + 1) }];
  });
  return [...assignments, ...declared];
}
