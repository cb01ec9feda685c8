import type { ShellWord } from "../ports/command-parser.ts";
import { GIT_OPTIONS } from "./git-options.data.ts";
import { readOptions } from "./option-reader.ts";
import { programOf, type CommandPart, type NamedPath } from "../effects/parsed-command.ts";
import { patternsOf, wordBehind, type Variables } from "./word-patterns.ts";
import { GIT_WRITES, PROGRAM_ROLES, type ProgramRole } from "./program-roles.data.ts";

type Use = NamedPath["use"];

/** A path as the words of one command name it, before the folder it stands in is known. */
export interface WordPath {
  readonly use: Use;
  readonly path: string;
  readonly isPattern: boolean;
  readonly isWhole: boolean;
  readonly isRedirect: boolean;
}

/** Standard streams and the like: a use of them changes nothing. */
const STREAMS = /^\/dev\/(null|zero|full|random|urandom|stdin|stdout|stderr|tty|fd\/\d+)$/;

/** The paths a command names in its words and redirections, where they are known. */
export function pathsNamedBy(part: CommandPart, variables: Variables): readonly WordPath[] {
  if (part.isRemote) return [];
  const found: WordPath[] = [];
  let isRedirect = true;
  const take = (
    use: Use,
    path: string,
    { isWhole, isPattern }: Pick<WordPath, "isWhole" | "isPattern">,
  ): void => {
    if (path === "" || path.length > 4096 || STREAMS.test(path)) return;
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) return;
    found.push({ use, path, isPattern, isWhole, isRedirect });
  };
  const add: Add = (use, named, isWhole = false) => {
    if (named === undefined) return;
    if (typeof named === "string") return take(use, named, { isWhole, isPattern: false });
    const path = knownPath(named);
    if (path !== undefined) return take(use, path, { isWhole, isPattern: false });
    for (const pattern of patternsOf(named, variables)) take(use, pattern, { isWhole, isPattern: true });
  };
  for (const { use, target } of part.redirects) {
    if (use !== "write") add("read", target);
    if (use !== "read") add("write", target);
  }
  isRedirect = false;
  const program = programOf(part);
  const [first] = part.words;
  if (program === undefined || first === undefined) return found;
  // A program given by its path is read, whatever it is.
  if (first.text.includes("/")) add("read", first);
  fromOperands(part, program, add);
  return found;
}

type Add = (use: Use, named: ShellWord | string | undefined, isWhole?: boolean) => void;

function fromOperands(part: CommandPart, program: string, add: Add): void {
  const role = PROGRAM_ROLES.get(program) ?? PROGRAM_ROLES.get(program.replace(/[\d.]+$/, ""));
  const { operands, options } = split(part.words.slice(1));
  const isWhole = role?.recursive?.some((name) => hasFlag(part.words, name)) === true;
  for (const { name, value, isAttached } of options) {
    if (role?.writes?.includes(name) === true) add("write", value);
    else if (role === undefined) add("write", isAttached ? value : undefined);
    else if (isAttached && role.operands !== "ignored") add("read", value);
  }
  if (program === "dd") {
    for (const word of operands) {
      if (word.text.startsWith("of=")) add("write", wordBehind(word, 3));
      if (word.text.startsWith("if=")) add("read", wordBehind(word, 3));
    }
    return;
  }
  if (program === "git") return gitPaths(part, operands, add);
  if (program === "find") return findPaths(part, operands, add);
  const isInPlace =
    /^(g?sed|perl|ruby)$/.test(program) &&
    part.words.some(({ text }) => /^(-[a-zA-Z]*i|--in-place)/.test(text));
  if (isInPlace) for (const word of operands) add("write", word);
  else if (role === undefined) for (const word of operands) add("write", word);
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
      for (const word of operands) {
        add(role.operands, word, isWhole);
        if (isWhole && takesAll(word)) add(role.operands, folderOf(word), true);
      }
      return;
    case "last":
    case "moves": {
      const sources = isTargetGiven ? operands : operands.slice(0, -1);
      const target = isTargetGiven ? undefined : operands.at(-1);
      for (const word of sources)
        add(role.operands === "moves" ? "delete" : "read", word, role.operands === "moves");
      const to = target === undefined ? undefined : knownPath(target);
      add("write", target, isWhole);
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
  for (const word of operands.filter((each) => each !== sub)) add(use, word, isWhole);
  for (const word of part.words) {
    if (word.text.startsWith("--output=")) add("write", wordBehind(word, "--output=".length));
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
  for (const word of roots) add("read", word);
  for (const [at, { text }] of words.entries()) {
    const next = words[at + 1];
    if (/^-(fprint|fprint0|fprintf|fls)$/.test(text) && next !== undefined) add("write", next);
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
    const { text } = word;
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
        value: wordBehind(word, equals + 1),
        isAttached: true,
      });
    else if (/^-[^-].*[./]/s.test(text))
      options.push({ name: text.slice(0, 2), value: wordBehind(word, 2), isAttached: true });
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

/** The folder in which a pattern looks, so that all in it counts. */
function folderOf(word: ShellWord): string | undefined {
  if (knownPath(word) !== undefined || !hasPattern(word)) return undefined;
  const text = word.text.replace(/^"?\$(HOME|\{HOME\})"?(?=\/)/, "~");
  const before = /^([^*?[\]{}$`'"\\]*)[*?[{]/.exec(text)?.[1];
  if (before === undefined || before.slice(0, before.lastIndexOf("/") + 1) === "") return undefined;
  return before.slice(0, before.lastIndexOf("/") + 1);
}

/** A pattern that leaves nothing of its folder. */
function takesAll(word: ShellWord): boolean {
  return !hasPattern(word) || /(^|\/)[.*{},?!^[\]]*\*[.*{},]*"?$/.test(word.text);
}

function hasPattern(word: ShellWord): boolean {
  return !word.isLiteral && /[*?[{]/.test(word.text);
}
