import type { OptionSpec } from "./option-reader.ts";

export interface WrapperSpec extends OptionSpec {
  /** Operands before the command, such as the duration of `timeout`. */
  readonly skips?: number;
  /** `NAME=value` before the command sets a variable for it. */
  readonly hasAssignments?: true;
  /** Options with which it starts nothing: it prints, or lists. */
  readonly stops?: readonly string[];
  /** Options with which nobody can say what it starts. */
  readonly codeOptions?: readonly string[];
  /** Without a command it starts a shell. */
  readonly isShellWhenBare?: true;
}

/** Programs that start the program named in their operands. Taken from their manual pages (coreutils 9, sudo 1.9, util-linux 2.38). */
export const WRAPPERS: ReadonlyMap<string, WrapperSpec> = new Map<string, WrapperSpec>([
  [
    "sudo",
    {
      flags: "AbEHnPSBNklKvVh",
      values: "ugpCTRDrth",
      longFlags: [
        "askpass",
        "background",
        "bell",
        "preserve-env",
        "set-home",
        "non-interactive",
        "preserve-groups",
        "stdin",
        "no-update",
        "reset-timestamp",
        "list",
        "remove-timestamp",
        "validate",
        "version",
        "help",
      ],
      longValues: [
        "user",
        "group",
        "prompt",
        "close-from",
        "command-timeout",
        "chroot",
        "chdir",
        "role",
        "type",
        "host",
        "other-user",
      ],
      hasAssignments: true,
      stops: ["l", "list", "v", "validate", "V", "version", "help", "K", "remove-timestamp"],
    },
  ],
  ["doas", { flags: "nL", values: "uC", isShellWhenBare: true }],
  [
    "pkexec",
    { longValues: ["user"], longFlags: ["version", "help", "disable-internal-agent"], isShellWhenBare: true },
  ],
  [
    "env",
    {
      flags: "i0v",
      values: "uC",
      longFlags: ["ignore-environment", "null", "debug", "help", "version"],
      longValues: ["unset", "chdir"],
      also: /^-$/,
      hasAssignments: true,
    },
  ],
  ["nice", { values: "n", longValues: ["adjustment"], longFlags: ["help", "version"], also: /^-\d+$/ }],
  ["ionice", { flags: "t", values: "cnpPu", longValues: ["class", "classdata"], longFlags: ["ignore"] }],
  [
    "chrt",
    {
      flags: "bfiormavR",
      longFlags: ["batch", "fifo", "idle", "other", "rr", "verbose"],
      values: "TPD",
      skips: 1,
    },
  ],
  ["taskset", { flags: "ac", longFlags: ["all-tasks", "cpu-list"], skips: 1 }],
  ["nohup", { longFlags: ["help", "version"] }],
  ["setsid", { flags: "cfw", longFlags: ["ctty", "fork", "wait"] }],
  [
    "timeout",
    {
      flags: "vfp",
      values: "ks",
      longFlags: ["foreground", "preserve-status", "verbose", "help", "version"],
      longValues: ["kill-after", "signal"],
      skips: 1,
    },
  ],
  ["stdbuf", { values: "ioe", longValues: ["input", "output", "error"] }],
  ["unbuffer", { flags: "p" }],
  [
    "time",
    {
      flags: "pvaqlV",
      values: "fo",
      longFlags: ["portability", "verbose", "append", "quiet"],
      longValues: ["format", "output"],
    },
  ],
  ["command", { flags: "pvV", stops: ["v", "V"] }],
  ["builtin", {}],
  ["exec", { flags: "cl", values: "a" }],
  ["coproc", {}],
  ["busybox", { longFlags: ["list", "help", "list-full"], stops: ["list", "help", "list-full"] }],
  ["toybox", { longFlags: ["help", "version"], stops: ["help", "version"] }],
  [
    "chroot",
    { longValues: ["userspec", "groups"], longFlags: ["skip-chdir"], skips: 1, isShellWhenBare: true },
  ],
  ["fakeroot", {}],
  ["proxychains", { flags: "q", values: "f" }],
  ["proxychains4", { flags: "q", values: "f" }],
  ["torsocks", { flags: "i" }],
  ["strace", { flags: "cCdDfFhiqrtTvVwxyzZ", values: "abeIoOpPsSuUE" }],
  ["ltrace", { flags: "bcCfhiLrStTV", values: "aAeDFlnopsuwxX" }],
  ["catchsegv", {}],
  ["setarch", { flags: "RFZLXBISTv3", skips: 1 }],
  ["linux32", {}],
  ["linux64", {}],
  ["dbus-run-session", { longFlags: [] }],
  ["xvfb-run", { flags: "al", values: "efnps" }],
  ["ssh-agent", { flags: "csDdk", values: "aEOtP", stops: ["k"] }],
  ["faketime", { flags: "mp", values: "f", skips: 1 }],
  ["chpst", { flags: "vP012", values: "uUebrtmdopfcn/" }],
  ["dotenv", { values: "e" }],
  ["cross-env", { hasAssignments: true }],
]);

/** Programs that run what their arguments, files or input say in a language that is not read here. */
export const STARTERS: ReadonlyMap<string, string> = new Map([
  ["parallel", "the programs it starts"],
  ["at", "the commands of its input, later"],
  ["batch", "the commands of its input, later"],
  ["expect", "the programs its script starts"],
  ["tmux", "the programs it starts in its windows"],
  ["screen", "the programs it starts in its windows"],
  ["entr", "the program it starts at every change"],
  ["unshare", "the program it starts"],
  ["nsenter", "the program it starts"],
  ["bwrap", "the program it starts"],
  ["firejail", "the program it starts"],
  ["systemd-run", "the program it starts"],
  ["start-stop-daemon", "the program it starts"],
  ["run0", "the program it starts"],
  ["runuser", "the program it starts"],
  ["sg", "the program it starts"],
  ["newgrp", "the shell it starts"],
  ["ed", "the commands of its input"],
  ["ex", "the commands of its input"],
  ["gdb", "the program and the commands it runs"],
  ["lldb", "the program and the commands it runs"],
  ["m4", "the macros it runs"],
  ["jshell", "its input"],
  ["ghci", "its input"],
  ["irb", "its input"],
  ["enable", "the builtin it loads"],
  ["alias", "the meaning it gives a word"],
  ["hash", "the meaning it gives a word"],
  ["fc", "the commands it repeats"],
  ["bind", "the commands it binds"],
  ["complete", "the commands it sets up"],
  ["compgen", "the commands it starts"],
  ["mapfile", "the commands of its -C"],
  ["readarray", "the commands of its -C"],
]);

export interface Interpreter {
  /** Short options whose value is code, found in clusters too. */
  readonly short: string;
  readonly long?: readonly string[];
  /** First operands that say that code follows. */
  readonly words?: readonly string[];
  /** Without a file it runs its input. */
  readonly readsInput: boolean;
  /** The short option that shows its version; `-v` when absent. */
  readonly saysVersion?: string;
}

const interpreter = (short: string, more: Partial<Interpreter> = {}): Interpreter => ({
  short,
  readsInput: true,
  ...more,
});

/** Programs that take code as an argument. */
export const INTERPRETERS: ReadonlyMap<string, Interpreter> = new Map<string, Interpreter>([
  ["python", interpreter("c", { saysVersion: "-V" })],
  ["pypy", interpreter("c", { saysVersion: "-V" })],
  ["node", interpreter("ep", { long: ["eval", "print", "import", "require"] })],
  ["nodejs", interpreter("ep", { long: ["eval", "print", "import", "require"] })],
  ["deno", interpreter("", { words: ["eval", "repl"], readsInput: false })],
  ["bun", interpreter("ep", { long: ["eval", "print"], readsInput: false })],
  ["tsx", interpreter("ep", { long: ["eval", "print"] })],
  ["ts-node", interpreter("ep", { long: ["eval", "print"] })],
  ["perl", interpreter("eE")],
  ["ruby", interpreter("e")],
  ["php", interpreter("rBRE", { long: ["run", "process-begin", "process-code", "process-end"] })],
  ["lua", interpreter("e")],
  ["luajit", interpreter("e")],
  ["Rscript", interpreter("e")],
  ["R", interpreter("e")],
  ["julia", interpreter("eE", { long: ["eval", "print"] })],
  ["groovy", interpreter("e")],
  ["scala", interpreter("e")],
  ["elixir", interpreter("e", { long: ["eval", "rpc-eval"] })],
  ["erl", interpreter("", { long: ["eval"] })],
  ["guile", interpreter("c")],
  ["racket", interpreter("e", { long: ["eval"] })],
  ["sbcl", interpreter("", { long: ["eval"] })],
  ["osascript", interpreter("e")],
  ["pwsh", interpreter("c", { long: ["command", "Command", "EncodedCommand"] })],
  ["tclsh", interpreter("")],
  ["vim", interpreter("cS", { long: ["cmd"], readsInput: false })],
  ["vi", interpreter("cS", { long: ["cmd"], readsInput: false })],
  ["nvim", interpreter("clS", { long: ["cmd"], readsInput: false })],
  ["emacs", interpreter("fl", { long: ["eval", "execute", "funcall", "load"], readsInput: false })],
  ["rsync", interpreter("e", { long: ["rsh", "rsync-path"], readsInput: false })],
  ["scp", interpreter("oSF", { readsInput: false })],
  ["sftp", interpreter("oSFD", { readsInput: false })],
  [
    "tar",
    interpreter("IF", {
      long: [
        "checkpoint-action",
        "to-command",
        "use-compress-program",
        "rsh-command",
        "rmt-command",
        "info-script",
        "new-volume-script",
      ],
      readsInput: false,
    }),
  ],
  ["man", interpreter("PH", { long: ["pager", "html"], readsInput: false })],
  ["sort", interpreter("", { long: ["compress-program"], readsInput: false })],
  ["split", interpreter("", { long: ["filter"], readsInput: false })],
  ["zip", interpreter("T", { long: ["unzip-command"], readsInput: false })],
  ["npx", interpreter("c", { long: ["call"], readsInput: false })],
  ["crontab", interpreter("", { readsInput: true })],
  ["rg", interpreter("", { long: ["pre", "hostname-bin"], readsInput: false })],
  ["fd", interpreter("xX", { long: ["exec", "exec-batch"], readsInput: false })],
  ["fdfind", interpreter("xX", { long: ["exec", "exec-batch"], readsInput: false })],
  ["fzf", interpreter("", { long: ["preview", "bind", "execute"], readsInput: false })],
  ["wget", interpreter("", { long: ["use-askpass"], readsInput: false })],
  ["openssl", interpreter("", { long: ["engine"], readsInput: false })],
]);

/** Shells that are read like bash. */
export const SHELLS: ReadonlySet<string> = new Set([
  "sh",
  "bash",
  "dash",
  "ash",
  "ksh",
  "mksh",
  "zsh",
  "rbash",
]);

/** Shells with a language of their own. */
export const OTHER_SHELLS: ReadonlySet<string> = new Set([
  "fish",
  "csh",
  "tcsh",
  "nu",
  "xonsh",
  "elvish",
  "rc",
]);

/** Sub-commands that git brings. Any other word may be an alias, and an alias may be any command. */
export const GIT_COMMANDS: ReadonlySet<string> = new Set(
  `add am annotate apply archive bisect blame branch bundle cat-file check-attr check-ignore check-mailmap
  check-ref-format checkout checkout-index cherry cherry-pick clean clone column commit commit-graph commit-tree config
  count-objects credential daemon describe diff diff-files diff-index diff-tree difftool fast-export fast-import fetch
  fetch-pack filter-branch fmt-merge-msg for-each-ref for-each-repo format-patch fsck gc grep gui hash-object help hook
  index-pack init instaweb interpret-trailers lfs log ls-files ls-remote ls-tree mailinfo mailsplit maintenance merge
  merge-base merge-file merge-index merge-tree mergetool mktag mktree multi-pack-index mv name-rev notes pack-objects
  pack-refs patch-id prune pull push range-diff read-tree rebase reflog remote repack replace request-pull rerere reset
  restore rev-list rev-parse revert rm send-email shortlog show show-branch show-index show-ref sparse-checkout stage
  stash status stripspace submodule switch symbolic-ref tag unpack-file unpack-objects update-index update-ref
  update-server-info var verify-commit verify-pack verify-tag version whatchanged worktree write-tree`.split(
    /\s+/,
  ),
);
