/** Builtins and words of the grammar after which the shell may be another than before. */
const CHANGING = new Set(
  [
    ". : alias bg bind break builtin caller cd command compgen complete compopt continue coproc declare dirs disown",
    "enable eval exec exit export fc fg getopts hash help history jobs let local logout mapfile popd pushd read",
    "readarray readonly return set shift shopt source suspend times trap typeset ulimit umask unalias unset wait",
    "! [[ case do done elif else esac fi for function if in select then time until while",
  ]
    .join(" ")
    .split(" "),
);

/** What may hide a change or another command, beyond plain words, quotes, lists, pipes and redirections to files. */
const NOT_PLAIN = /[`(){}\\#]|<<|\$[^A-Za-z_?]|\$$/;

/**
 * True for command lines that certainly change neither variables nor folder of the shell they run in, such as
 * `git status` or `cat a | sort > b`: plain words after programs that are no builtins of that kind. Most command lines
 * are of this kind, and their state need not be written down. It must be known that the shell has no functions.
 */
export function leavesShellAlone(command: string): boolean {
  if (NOT_PLAIN.test(command)) return false;
  let quote = "";
  let isFirst = true;
  let word = "";
  let first = "";
  const endWord = (): boolean => {
    if (word === "") return true;
    if (isFirst) first = word;
    const isPlain = isFirst
      ? /^[A-Za-z0-9_./+-]+$/.test(word) && !CHANGING.has(word)
      : !(first === "printf" && word.startsWith("-v"));
    isFirst = false;
    word = "";
    return isPlain;
  };
  for (const character of command) {
    if (quote !== "") {
      if (character === quote) quote = "";
      word += character;
    } else if (character === "'" || character === '"') {
      quote = character;
      word += character;
    } else if (/[;&|\n]/.test(character)) {
      if (!endWord()) return false;
      isFirst = true;
    } else if (/\s/.test(character)) {
      if (!endWord()) return false;
    } else word += character;
  }
  return quote === "" && endWord();
}
