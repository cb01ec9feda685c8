import type { ShellWord } from "../ports/command-parser.ts";
import { GIT_OPTIONS } from "./git-options.data.ts";
import { readOptions } from "./option-reader.ts";
import { programOf, type CommandPart, type NamedPath } from "../effects/parsed-command.ts";
import { GIT_WRITES, PROGRAM_ROLES, type ProgramRole } from "./program-roles.data.ts";

type Use = NamedPath["use"];

/** A path as the words of one command name it, before the folder it stands in is known. */
export interface WordPath {
  readonly use: Use;
  readonly path: string;
  readonly isWhole: boolean;
  readonly isRedirect: boolean;
}

/** Standard streams and the like: a use of them changes nothing. */
const STREAMS = /^\/dev\/(null|zero|full|random|urandom|stdin|stdout|stderr|tty|fd\/\d+)$/;

/** The paths a command names in its words and redirections, where they are known. */
export function pathsNamedBy(part: CommandPart): readonly WordPath[] {
  if (part.isRemote) return [];
  const found: WordPath[] = [];
  let isRedirect = true;
  const add = (use: Use, path: string | undefined, isWhole = false): void => {
    if (path === undefined || path === "" || path.length > 4096 || STREAMS.test(path)) return;
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) return;
    found.push({ use, path, isWhole, isRedirect });
  };
  for (const { use, target } of part.redirects) {
    if (use !== "write") add("read", knownPath(target));
    if (use !== "read") add("write", knownPath(target));
  }
  isRedirect = false;
  const program = programOf(part);
  const [first] = part.words;
  if (program === undefined || first === undefined) return found;
  // A program given by its path is read, whatever it is.
  if (first.text.includes("/")) add("read", knownPath(first));
  fromOperands(part, program, add);
  return found;
}

type Add = (use: Use, path: string | undefined, isWhole?: boolean) => void;

function fromOperands(part: CommandPart, program: string, add: Add): void {
  const role = PROGRAM_ROLES.get(program) ?? PROGRAM_ROLES.get(program.replace(/[\d.]+$/, ""));
  const { operands, options } = split(part.words.slice(1));
  const isWhole = role?.recursive?.some((name) => hasFlag(part.words, name)) === true;
  for (const { name, value, isAttached } of options) {
    const path = knownPath(value);
    if (role?.writes?.includes(name) === true) add("write", path);
    else if (role === undefined) add("write", isAttached ? path : undefined);
    else if (isAttached && role.operands !== "ignored") add("read", path);
  }
  if (program === "dd") {
    for (const { text } of operands) {
      if (text.startsWith("of=")) add("write", text.slice(3));
      if (text.startsWith("if=")) add("read", text.slice(3));
    }
    return;
  }
  if (program === "git") return gitPaths(part, operands, add);
  if (program === "find") return findPaths(part, operands, add);
  const isInPlace =
    /^(g?sed|perl|ruby)$/.test(program) &&
    part.words.some(({ text }) => /^(-[a-zA-Z]*i|--in-place)/.test(text));
  if (isInPlace) for (const word of operands) add("write", knownPath(word));
  else if (role === undefined) for (const word of operands) add("write", knownPath(word));
  else
    byRole(role, operands, {
      add,
      isWhole,
      isTargetGiven: part.words.some(({ text }) => /^(-t|--target-directory)/.test(text)),
    });
}

function byRole(
  role: ProgramRole,
  all: readonly ShellWord[],
  {
    add,
    isWhole,
    isTargetGiven,
  }: { readonly add: Add; readonly isWhole: boolean; readonly isTargetGiven: boolean },
): void {
  const operands = all.slice(role.skips ?? 0);
  switch (role.operands) {
    case "ignored":
      return;
    case "read":
    case "write":
    case "delete":
      for (const word of operands) add(role.operands, folderOf(word), isWhole && takesAll(word));
      return;
    case "last":
    case "moves": {
      const sources = isTargetGiven ? operands : operands.slice(0, -1);
      const target = isTargetGiven ? undefined : operands.at(-1);
      for (const word of sources)
        add(role.operands === "moves" ? "delete" : "read", folderOf(word), role.operands === "moves");
      const to = target === undefined ? undefined : knownPath(target);
      add("write", to, isWhole);
      // The target may be a folder: then the file in it is what is written.
      if (to !== undefined) for (const word of sources) add("write", inside(to, knownPath(word)), isWhole);
      return;
    }
  }
}

function inside(folder: string, source: string | undefined): string | undefined {
  const name = source
    ?.split("/")
    .filter((segment) => segment !== "")
    .at(-1);
  return name === undefined || name === ".." || name === "."
    ? undefined
    : `${folder.replace(/\/$/, "")}/${name}`;
}

function gitPaths(part: CommandPart, operands: readonly ShellWord[], add: Add): void {
  const { at } = readOptions(part.words.slice(1), GIT_OPTIONS);
  const sub = part.words[at + 1];
  const use = GIT_WRITES.get(sub?.text ?? "") ?? "read";
  const isWhole = use === "delete";
  for (const word of operands.filter((each) => each !== sub)) add(use, knownPath(word), isWhole);
  for (const { text } of part.words) {
    if (text.startsWith("--output=")) add("write", text.slice("--output=".length));
  }
}

function findPaths(part: CommandPart, operands: readonly ShellWord[], add: Add): void {
  const { words } = part;
  const firstTest = words.findIndex(
    ({ text }, at) => at > 0 && /^[-(!]/.test(text) && !/^-[HLPOD]/.test(text),
  );
  const roots = words
    .slice(1, firstTest < 0 ? words.length : firstTest)
    .filter((word) => operands.includes(word));
  for (const word of roots) add("read", folderOf(word));
  for (const [at, { text }] of words.entries()) {
    const next = words[at + 1];
    if (/^-(fprint|fprint0|fprintf|fls)$/.test(text) && next !== undefined) add("write", knownPath(next));
  }
}

interface Split {
  readonly operands: readonly ShellWord[];
  /** Words of an option and the one after it; an attached value stands in the same word. */
  readonly options: readonly {
    readonly name: string;
    readonly value: ShellWord;
    readonly isAttached: boolean;
  }[];
}

/** Without knowing a program's options, a word after one may be its value as well as an operand: it is both here. */
function split(words: readonly ShellWord[]): Split {
  const operands: ShellWord[] = [];
  const options: { name: string; value: ShellWord; isAttached: boolean }[] = [];
  let isOver = false;
  for (const [at, word] of words.entries()) {
    const { text, isLiteral } = word;
    if (isOver || !text.startsWith("-") || text === "-") {
      operands.push(word);
      continue;
    }
    if (text === "--") {
      isOver = true;
      continue;
    }
    const equals = text.indexOf("=");
    if (text.startsWith("--") && equals > 0)
      options.push({
        name: text.slice(0, equals),
        value: { text: text.slice(equals + 1), isLiteral },
        isAttached: true,
      });
    else if (/^-[^-].*[./]/s.test(text))
      options.push({ name: text.slice(0, 2), value: { text: text.slice(2), isLiteral }, isAttached: true });
    const next = words[at + 1];
    if (next !== undefined && equals < 0) {
      const name = text.startsWith("--") ? text : `-${text.at(-1) ?? ""}`;
      options.push({ name, value: next, isAttached: false });
    }
  }
  return { operands, options };
}

function hasFlag(words: readonly ShellWord[], name: string): boolean {
  return words.some(({ text }) =>
    name.startsWith("--")
      ? text.length > 3 && name.startsWith(text)
      : /^-[^-]/.test(text) && text.slice(1).includes(name.slice(1)),
  );
}

/** The path a word is known to name. */
function knownPath(word: ShellWord): string | undefined {
  return word.path ?? (word.isLiteral ? word.text : undefined);
}

/** For a pattern the folder in which it looks, so that all in it counts. */
function folderOf(word: ShellWord): string | undefined {
  const known = knownPath(word);
  if (known !== undefined || !isPattern(word)) return known;
  const text = word.text.replace(/^"?\$(HOME|\{HOME\})"?(?=\/)/, "~");
  const before = /^([^*?[\]{}$`'"\\]*)[*?[{]/.exec(text)?.[1];
  if (before === undefined || before.slice(0, before.lastIndexOf("/") + 1) === "") return undefined;
  return before.slice(0, before.lastIndexOf("/") + 1);
}

/** A pattern that leaves nothing of its folder. */
function takesAll(word: ShellWord): boolean {
  return !isPattern(word) || /(^|\/)[.*{},?!^[\]]*\*[.*{},]*"?$/.test(word.text);
}

function isPattern(word: ShellWord): boolean {
  return !word.isLiteral && /[*?[{]/.test(word.text);
}
