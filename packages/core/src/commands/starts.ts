import type { ShellWord, SimpleCommand } from "../ports/command-parser.ts";
import { containerStarts, podStarts } from "./container-starts.ts";
import { gitStarts } from "./git-starts.ts";
import { indexCode, interpreterCode, programCode } from "./interpreter-code.ts";
import { readOptions } from "./option-reader.ts";
import { CODE_FROM_INPUT, programOf } from "../effects/parsed-command.ts";
import { sshStarts } from "./ssh-starts.ts";
import { code, inner, NOTHING, scriptOf, type KnownScripts, type Started } from "./started.ts";
import { variableStarts } from "./variable-starts.ts";
import { INTERPRETERS, OTHER_SHELLS, SHELLS, STARTERS, WRAPPERS, type WrapperSpec } from "./wrappers.data.ts";

/** Words of the shell's grammar: where one stands as a program, the line was not read as the shell reads it. */
const RESERVED: ReadonlySet<string> = new Set(
  "if then else elif fi for select while until do done case esac in function { } ! [[ ]]".split(" "),
);

/** Finds the commands that a simple command starts. `parse` reads scripts that stand in its arguments. */
export function startedBy(command: SimpleCommand, parse: KnownScripts): Started {
  const own = startedByWords(command, parse);
  const later = variableStarts(command, parse);
  const why = own.code ?? later.code;
  return {
    ...own,
    commands: [...own.commands, ...later.commands],
    unreadable: [...own.unreadable, ...later.unreadable],
    ...(why === undefined ? {} : { code: why }),
  };
}

function startedByWords(command: SimpleCommand, parse: KnownScripts): Started {
  const program = programOf(command);
  const evaluated = indexCode(program, command);
  if (evaluated !== undefined) return code(evaluated);
  if (command.words.length === 0) return NOTHING;
  if (program === undefined)
    return {
      commands: [],
      unreadable: [{ text: command.source, reason: "its program is known only when it runs" }],
    };
  if (RESERVED.has(program))
    return {
      commands: [],
      unreadable: [{ text: command.source, reason: `${program} begins what shells read differently` }],
    };
  const wrapper = WRAPPERS.get(program);
  if (wrapper !== undefined) return wrapped(command, program, wrapper);
  if (SHELLS.has(program)) return shellStarts(command, parse);
  if (OTHER_SHELLS.has(program)) return code(`${program} has a language of its own`);
  const starter = STARTERS.get(program);
  if (starter !== undefined)
    return command.words.length === 1 && program === "alias" ? NOTHING : code(`${starter} cannot be known`);
  switch (program) {
    case "eval":
      return scriptOf(command.words.slice(1), command, parse);
    case "trap":
      return trapStarts(command, parse);
    case "source":
    case ".":
      return sourceStarts(command);
    case "xargs":
      return xargsStarts(command);
    case "find":
      return findStarts(command);
    case "git":
      return gitStarts(command, parse);
    case "ssh":
      return sshStarts(command, parse);
    case "su":
    case "script":
    case "flock":
      return optionScript(command, parse);
    case "watch":
      return watchStarts(command, parse);
    case "docker":
    case "podman":
    case "nerdctl":
    case "docker-compose":
      return containerStarts(command);
    case "kubectl":
    case "oc":
    case "lxc":
    case "incus":
      return podStarts(command);
    default: {
      const interpreter = INTERPRETERS.get(program) ?? INTERPRETERS.get(program.replace(/[\d.]+$/, ""));
      const why =
        interpreter === undefined ? programCode(program, command) : interpreterCode(interpreter, command);
      return why === undefined ? NOTHING : code(why);
    }
  }
}

function wrapped(command: SimpleCommand, program: string, spec: WrapperSpec): Started {
  const words = command.words.slice(1);
  const { at, options, problem } = readOptions(words, spec);
  if (problem !== undefined) return unknownStart(command, problem);
  if (options.some(({ name }) => spec.stops?.includes(name) === true)) return NOTHING;
  let rest = words.slice(at);
  const assignments: { name: string; value: ShellWord }[] = [];
  while (spec.hasAssignments === true && rest[0] !== undefined) {
    const found = /^([A-Za-z_][A-Za-z0-9_]*)=([\s\S]*)$/.exec(rest[0].text);
    if (found === null) break;
    assignments.push({
      name: found[1] ?? "",
      value: { text: found[2] ?? "", isLiteral: rest[0].isLiteral },
    });
    rest = rest.slice(1);
  }
  const skipped = rest.slice(0, spec.skips ?? 0);
  if (skipped.some(({ isLiteral }) => !isLiteral))
    return unknownStart(command, "an operand is known only when it runs");
  rest = rest.slice(spec.skips ?? 0);
  if (rest.length === 0) return spec.isShellWhenBare === true ? code(`${program} starts a shell`) : NOTHING;
  return { commands: [inner(command, rest, { assignments })], unreadable: [] };
}

function unknownStart(command: SimpleCommand, why: string): Started {
  return { commands: [], unreadable: [{ text: command.source, reason: why }] };
}

function shellStarts(command: SimpleCommand, parse: KnownScripts): Started {
  const words = command.words.slice(1);
  let at = 0;
  let takesScript = false;
  for (; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined || !word.isLiteral) break;
    if (word.text === "--" || word.text === "-") {
      at += 1;
      break;
    }
    if (["--rcfile", "--init-file"].includes(word.text)) return code("it runs a start file");
    if (["--version", "--help"].includes(word.text)) return NOTHING;
    if (!/^[-+]./.test(word.text)) break;
    if (word.text.startsWith("--")) continue;
    if (word.text.startsWith("-") && word.text.includes("c")) takesScript = true;
    if (word.text.startsWith("-") && word.text.includes("s")) return fromInput(command, parse);
    if (/^[-+][a-zA-Z]*[oO]$/.test(word.text)) at += 1;
  }
  const operand = words[at];
  if (takesScript) {
    if (operand === undefined) return NOTHING;
    return scriptOf([operand], command, parse);
  }
  if (operand === undefined) return fromInput(command, parse);
  if (!operand.isLiteral) return unknownStart(command, "its script is known only when it runs");
  return /^\/dev\/(stdin|fd\/|tcp\/|udp\/)|^\/proc\//.test(operand.text)
    ? fromInput(command, parse)
    : NOTHING;
}

/** A shell that runs what it is fed: readable when a heredoc feeds it. */
function fromInput(command: SimpleCommand, parse: KnownScripts): Started {
  if (command.input?.isLiteral === true) {
    const { commands, unreadable } = parse(command.input.text);
    return { commands, unreadable };
  }
  return code(CODE_FROM_INPUT);
}

function trapStarts(command: SimpleCommand, parse: KnownScripts): Started {
  const words = command.words.slice(1).filter(({ text }) => text !== "--");
  const [action] = words;
  if (action === undefined || (action.isLiteral && /^(-|-l|-p|)$/.test(action.text))) return NOTHING;
  return scriptOf([action], command, parse);
}

function sourceStarts(command: SimpleCommand): Started {
  const [, file] = command.words;
  if (file === undefined) return NOTHING;
  if (!file.isLiteral) return unknownStart(command, "its script is known only when it runs");
  return /^\/dev\/|^\/proc\//.test(file.text) ? code(CODE_FROM_INPUT) : NOTHING;
}

const XARGS = {
  flags: "0oprtx",
  values: "aEILPnsd",
  longFlags: ["null", "no-run-if-empty", "verbose", "exit", "interactive", "open-tty", "show-limits"],
  longValues: [
    "arg-file",
    "delimiter",
    "max-args",
    "max-chars",
    "max-procs",
    "max-lines",
    "process-slot-var",
  ],
  also: /^(-i.*|-l\d*|-e.*|--(replace|eof)(=.*)?)$/s,
} as const;

function xargsStarts(command: SimpleCommand): Started {
  const words = command.words.slice(1);
  const { at, options, problem } = readOptions(words, XARGS);
  if (problem !== undefined) return unknownStart(command, problem);
  const rest = words.slice(at);
  if (rest.length === 0) return NOTHING;
  const replaced = options.find(({ name }) => name === "I")?.value?.text ?? "{}";
  const made = rest.map((word): ShellWord =>
    word.text.includes(replaced) ? { text: word.text, isLiteral: false } : word,
  );
  return {
    commands: [inner(command, [...made, { text: "(its input)", isLiteral: false }])],
    unreadable: [],
  };
}

/** What they write counts as what `tee` would. */
const FIND_WRITES = /^-(fprint|fprint0|fprintf|fls)$/;
const FIND_STARTS: ReadonlySet<string> = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

function findStarts(command: SimpleCommand): Started {
  const { words } = command;
  const commands: SimpleCommand[] = [];
  if (
    words.some(
      ({ isLiteral, text }) =>
        !isLiteral && /^["$`-]/.test(text) && !/^"?\$(HOME|PWD|\{HOME\}|\{PWD\})/.test(text),
    )
  )
    return unknownStart(command, "an argument may be an action of find");
  for (let at = 1; at < words.length; at += 1) {
    if (!FIND_STARTS.has(words[at]?.text ?? "")) continue;
    let upTo = at + 1;
    while (upTo < words.length && !/^[;+]$/.test(words[upTo]?.text ?? "")) upTo += 1;
    const made = words
      .slice(at + 1, upTo)
      .map((word): ShellWord => (word.text.includes("{}") ? { text: word.text, isLiteral: false } : word));
    if (made.length > 0) commands.push(inner(command, made));
    at = upTo;
  }
  for (const [at, { text }] of words.entries()) {
    const file = words[at + 1];
    if (FIND_WRITES.test(text) && file !== undefined)
      commands.push(inner(command, [{ text: "tee", isLiteral: true }, file], { source: command.source }));
  }
  const isDeleting = words.some(({ text }) => text === "-delete");
  if (isDeleting) commands.push(deleting(command));
  return { commands, unreadable: [] };
}

/** What `find -delete` does, as the command that would do it. */
function deleting(command: SimpleCommand): SimpleCommand {
  const literal = (text: string): ShellWord => ({ text, isLiteral: true });
  const firstTest = command.words.findIndex(
    ({ text }, at) => at > 0 && /^[-(!]/.test(text) && !/^-[HLPOD]/.test(text),
  );
  const roots = command.words.slice(1, firstTest);
  const names = roots.length === 0 ? [literal(".")] : roots;
  return inner(command, [literal("rm"), literal("-r"), literal("-f"), ...names], { source: command.source });
}

/** `su -c`, `script -c`, `flock FILE -c`: a script as the value of an option, or a command after it. */
function optionScript(command: SimpleCommand, parse: KnownScripts): Started {
  const words = command.words.slice(1);
  const at = words.findIndex(({ text, isLiteral }) => isLiteral && /^(-[a-zA-Z]*c|--command)$/.test(text));
  if (at >= 0) {
    const script = words[at + 1];
    return script === undefined ? NOTHING : scriptOf([script], command, parse);
  }
  const attached = words.find(({ text, isLiteral }) => isLiteral && text.startsWith("--command="));
  if (attached !== undefined)
    return scriptOf([{ text: attached.text.slice("--command=".length), isLiteral: true }], command, parse);
  if (programOf(command) !== "flock") return code("it starts a shell");
  const { at: first, problem } = readOptions(words, {
    flags: "enosuxF",
    values: "wE",
    longFlags: ["exclusive", "nonblock", "shared", "unlock", "close", "no-fork", "verbose"],
    longValues: ["timeout", "conflict-exit-code"],
  });
  if (problem !== undefined) return unknownStart(command, problem);
  const rest = words.slice(first + 1);
  return rest.length === 0 ? NOTHING : { commands: [inner(command, rest)], unreadable: [] };
}

function watchStarts(command: SimpleCommand, parse: KnownScripts): Started {
  const words = command.words.slice(1);
  const { at, problem } = readOptions(words, {
    flags: "bcCegprtwx",
    values: "nq",
    longFlags: ["beep", "color", "no-color", "errexit", "chgexit", "precise", "no-title", "no-wrap", "exec"],
    longValues: ["interval", "equexit"],
    also: /^(-d.*|--differences.*)$/,
  });
  if (problem !== undefined) return unknownStart(command, problem);
  return scriptOf(words.slice(at), command, parse);
}
