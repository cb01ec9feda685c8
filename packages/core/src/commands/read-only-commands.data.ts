/** A command that only reads, and what may not stand in it. */
export interface ReadingCommand {
  /** Words after the program that make it this command; none for the program itself. */
  readonly words?: readonly string[];
  /** Options with which it writes, starts a program or waits for a person. Short ones are found in clusters. */
  readonly not?: readonly string[];
  /** Only these options are reading ones; all others are not. */
  readonly only?: readonly string[];
  /** Operands make it change something. */
  readonly hasNoOperands?: true;
  /** The most operands with which it reads. */
  readonly maxOperands?: number;
  /** What each operand must look like. */
  readonly operandsLike?: RegExp;
}

const plain = (list: string): readonly (readonly [string, readonly ReadingCommand[]])[] =>
  list.split(/\s+/).map((name) => [name, [{}]] as const);

const GIT_WRITING = [
  "--output",
  "--ext-diff",
  "--textconv",
  "--exec",
  "--open-files-in-pager",
  "--upload-pack",
  "-O",
];
const git = (word: string, more: Partial<ReadingCommand> = {}): ReadingCommand => ({
  ...more,
  words: word.split(" "),
  not: [...GIT_WRITING, ...(more.not ?? [])],
});

/**
 * Commands that change nothing with the options they may have here. Reviewed one by one against their manual pages: a
 * program is left out when an operand makes it write. What git's configuration can start counts as reading: a change of
 * `.git` asks by itself. `cd` moves the session and nothing else.
 */
export const READ_ONLY_COMMANDS: ReadonlyMap<string, readonly ReadingCommand[]> = new Map<
  string,
  readonly ReadingCommand[]
>([
  ...plain(
    `cat tac nl head tail wc cut fold fmt expand unexpand paste join comm cmp basename dirname realpath readlink
    stat ls dir vdir pwd echo true false : test [ expr seq whoami groups id uname arch nproc uptime free df du
    md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum od hexdump strings printenv which
    whereis type ps pgrep lscpu lsblk lsusb lspci getconf locale logname tty users who zcat bzcat xzcat rev tr column
    numfmt jq readelf objdump size grep egrep fgrep zgrep sleep cal factor tsort cd`,
  ),
  ["printf", [{ not: ["-v"] }]],
  ["date", [{ not: ["-s", "--set"], operandsLike: /^\+/ }]],
  ["hostname", [{ hasNoOperands: true, not: ["-F", "--file", "-b", "--boot"] }]],
  ["sort", [{ not: ["-o", "--output", "--compress-program", "-T", "--temporary-directory"] }]],
  ["uniq", [{ maxOperands: 1 }]],
  ["diff", [{ not: ["--output"] }]],
  ["file", [{ not: ["-C", "--compile", "-m", "--magic-file", "-z", "-Z"] }]],
  // With -R it writes a page into each folder.
  ["tree", [{ not: ["-o", "--output", "-R"] }]],
  ["nm", [{ not: ["--plugin"] }]],
  ["xxd", [{ maxOperands: 1, not: ["-r", "-revert"] }]],
  ["rg", [{ not: ["--pre", "--hostname-bin", "-z", "--search-zip"] }]],
  [
    "find",
    [{ not: ["-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint", "-fprint0", "-fprintf", "-fls"] }],
  ],
  [
    "sed",
    [
      {
        only: [
          "-n",
          "-E",
          "-r",
          "-e",
          "-s",
          "-u",
          "-z",
          "--quiet",
          "--silent",
          "--regexp-extended",
          "--expression",
        ],
      },
    ],
  ],
  ["command", [{ only: ["-v", "-V"] }]],
  [
    "git",
    [
      git("status"),
      git("log"),
      git("diff"),
      git("show"),
      git("blame"),
      git("annotate"),
      git("shortlog"),
      git("describe"),
      git("rev-parse"),
      git("rev-list"),
      git("ls-files"),
      git("ls-tree"),
      git("cat-file", { not: ["--filters", "--batch-command"] }),
      git("name-rev"),
      git("merge-base"),
      git("show-ref"),
      git("show-branch"),
      git("for-each-ref"),
      git("diff-tree"),
      git("diff-files"),
      git("diff-index"),
      git("cherry"),
      git("whatchanged"),
      git("count-objects"),
      git("check-ignore"),
      git("check-attr"),
      git("var"),
      git("version"),
      git("grep"),
      git("range-diff"),
      git("reflog show"),
      git("stash list"),
      git("stash show"),
      git("worktree list"),
      git("remote", { hasNoOperands: true, only: ["-v", "--verbose"] }),
      git("remote get-url"),
      git("branch", {
        hasNoOperands: true,
        only: ["-a", "--all", "-r", "--remotes", "-v", "-vv", "--show-current", "--list", "-l"],
      }),
      git("tag", { hasNoOperands: true, only: ["-l", "--list", "-n"] }),
      git("config", {
        only: ["--get", "--get-all", "--list", "-l", "--show-origin", "--global", "--local"],
        maxOperands: 1,
      }),
    ],
  ],
  ["npm", [{ words: ["ls"] }, { words: ["list"] }, { words: ["--version"] }]],
  ["node", [{ only: ["--version", "-v"], hasNoOperands: true }]],
  ["python3", [{ only: ["--version", "-V"], hasNoOperands: true }]],
]);
