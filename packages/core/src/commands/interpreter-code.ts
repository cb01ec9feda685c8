import type { SimpleCommand, ShellWord } from "../ports/command-parser.ts";
import { CODE_FROM_INPUT } from "../effects/parsed-command.ts";
import type { Interpreter } from "./wrappers.data.ts";

/** Why an interpreter's arguments or input are code; nothing when it runs a file. */
export function interpreterCode(spec: Interpreter, command: SimpleCommand): string | undefined {
  const words = command.words.slice(1);
  const found = words.find((word) => isCodeOption(word, spec));
  if (found !== undefined) return `what ${shown(found)} runs is code`;
  const [first] = words;
  if (first !== undefined && spec.words?.includes(first.text) === true)
    return `what ${first.text} runs is code`;
  if (!spec.readsInput || words.some(({ text }) => isNoRun(text, spec))) return undefined;
  const operand = words.find(({ text }) => !text.startsWith("-") || text === "-");
  const hasModule = words.some(({ text }) => /^-m./.test(text) || text === "-m");
  if (operand === undefined && !hasModule) return CODE_FROM_INPUT;
  if (operand === undefined) return undefined;
  if (!operand.isLiteral) return "the file it runs is known only when it runs";
  return operand.text === "-" || /^\/(dev|proc)\//.test(operand.text) ? CODE_FROM_INPUT : undefined;
}

/** With it an interpreter says something of itself, or runs files that it finds. */
function isNoRun(text: string, { saysVersion = "-v" }: Interpreter): boolean {
  return text === saysVersion || /^(--version|--help|-V|-h|--test(-.*)?|--run(=.*)?)$/.test(text);
}

function isCodeOption(word: ShellWord, spec: Interpreter): boolean {
  const { text, isLiteral } = word;
  if (text.startsWith("--")) {
    const name = text.slice(2).split("=", 1)[0] ?? "";
    // Long options may be cut short.
    return (
      name !== "" &&
      spec.long?.some((long) => long === name || (name.length > 2 && long.startsWith(name))) === true
    );
  }
  if (text.startsWith("-")) return [...spec.short].some((letter) => text.slice(1).includes(letter));
  if (text.startsWith("+") && spec.long?.includes("cmd") === true) return true;
  return !isLiteral && /^["$`]/.test(text) && spec.readsInput;
}

/** Programs whose scripts are read a little: awk and sed. */
export function programCode(program: string, command: SimpleCommand): string | undefined {
  if (/^([gmn]?awk|original-awk)$/.test(program)) return awkCode(command);
  if (/^g?sed$/.test(program)) return sedCode(command);
  if (/^(psql|mysql|mariadb|sqlite3|duckdb)$/.test(program)) return databaseCode(command);
  if (/^g?make$/.test(program)) return makeCode(command);
  if (program === "npm" || program === "pnpm" || program === "yarn") return packageManagerCode(command);
  return undefined;
}

function awkCode(command: SimpleCommand): string | undefined {
  const words = command.words.slice(1);
  if (words.some(({ text }) => /^(-[iflEe]|--(file|include|load|exec|source))/.test(text)))
    return "it runs a script that is not read here";
  const script = operandAfterOptions(words, "Fv");
  if (script === undefined) return undefined;
  if (!script.isLiteral) return "its script is known only when it runs";
  return /system|getline|[|>@]|close|printf?\s*>/.test(script.text)
    ? "its script can start programs and write files"
    : undefined;
}

const PLAIN_SED =
  /^\s*(?:(?:\d+|\$|\/(?:[^/\\\n]|\\.)*\/)(?:\s*,\s*(?:\+?\d+|\$|\/(?:[^/\\\n]|\\.)*\/))?\s*!?\s*)?(?:[pdqnDPNGHhgx=]|s(?<border>[^\w\s\\])(?:(?!\k<border>)[^\\\n]|\\.)*\k<border>(?:(?!\k<border>)[^\\\n]|\\.)*\k<border>[gpIi0-9]*)\s*$/s;

function sedCode(command: SimpleCommand): string | undefined {
  const words = command.words.slice(1);
  const scripts: ShellWord[] = [];
  for (const [at, { text, isLiteral }] of words.entries()) {
    if (!isLiteral && text.startsWith("-")) return "an option is known only when it runs";
    if (/^(-[a-zA-Z]*f|--file)/.test(text) && !text.startsWith("-i"))
      return "it runs a script that is not read here";
    const next = words[at + 1];
    if (/^(-[a-hj-zA-Z]*e|--expression)$/.test(text) && next !== undefined) scripts.push(next);
    else if (/^(-e.|--expression=)/s.test(text))
      scripts.push({ text: text.replace(/^(-e|--expression=)/, ""), isLiteral });
  }
  const operand = scripts.length === 0 ? operandAfterOptions(words, "l") : undefined;
  if (operand !== undefined) scripts.push(operand);
  const isPlain = scripts.every(
    ({ text, isLiteral }) =>
      isLiteral && splitSed(text).every((part) => part.trim() === "" || PLAIN_SED.test(part)),
  );
  return isPlain ? undefined : "its script can start programs and write files";
}

/** Commands of a sed script. A `;` inside a command makes its parts no plain commands, which is the safe side. */
function splitSed(script: string): readonly string[] {
  return PLAIN_SED.test(script) ? [script] : script.split(/[;\n]/);
}

function operandAfterOptions(words: readonly ShellWord[], withValue: string): ShellWord | undefined {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) return undefined;
    if (word.isLiteral && word.text === "--") return words[at + 1];
    if (!word.text.startsWith("-") || word.text === "-") return word;
    if (word.text.length === 2 && withValue.includes(word.text[1] ?? "")) at += 1;
  }
  return undefined;
}

/** Clients of databases start programs where their own commands, not those of the database, say so. */
function databaseCode({ words, input }: SimpleCommand): string | undefined {
  const said = [...words.slice(1), ...(input === undefined ? [] : [input])];
  return said.some(({ text }) =>
    /\\!|\\(g|o|w|copy)\b[^\n]*(\||program)|^\s*(\.(shell|system|once|output|import|read|load)|system|source)\b|edit\(|\bto program\b/im.test(
      text,
    ),
  )
    ? "its commands can start programs"
    : undefined;
}

function makeCode({ words }: SimpleCommand): string | undefined {
  if (words.some(({ text }) => text.startsWith("--ev") || /^(SHELL|MAKEFLAGS)[:?+]*=/.test(text)))
    return "what it runs is code";
  return words.some(({ text }) => /^(-|-[a-zA-Z]*f-|--(make)?file=-)$|\/dev\/(stdin|fd)/.test(text))
    ? CODE_FROM_INPUT
    : undefined;
}

/** Options with which a package manager runs another program than its own, or reads other settings. */
const PACKAGE_MANAGER_CODE =
  /^(-c|--call|--script-shell|--shell|--node-options|--init-module|--(global|user)config|--use-yarnrc)(=|$)/;

function packageManagerCode(command: SimpleCommand): string | undefined {
  const words = command.words.slice(1);
  const end = words.findIndex(({ text }) => text === "--");
  const isExec = words.some(({ text }) => text === "exec" || text === "x");
  const found = (end < 0 ? words : words.slice(0, end)).find(({ text }) => PACKAGE_MANAGER_CODE.test(text));
  return found !== undefined && (isExec || found.text.startsWith("--")) ? "what it runs is code" : undefined;
}

/** Builtins that evaluate the index of an array they are given, and with it what stands there. */
const EVALUATING =
  /^(test|\[|let|printf|read|unset|declare|export|local|typeset|readonly|mapfile|readarray|wait|getopts)$/;

/** Why a builtin, or a variable that it may be given, starts something. */
export function indexCode(program: string | undefined, command: SimpleCommand): string | undefined {
  const values = command.assignments.map(({ value }) => value);
  const given = program !== undefined && EVALUATING.test(program) ? [...command.words, ...values] : values;
  return given.some(({ text }) => /\w\[[^\]]*(\$\(|`)/.test(text))
    ? "an index is evaluated as code"
    : undefined;
}

function shown({ text }: ShellWord): string {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}
