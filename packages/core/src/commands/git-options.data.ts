import type { OptionSpec } from "./option-reader.ts";

/** Options of git before its sub-command. */
export const GIT_OPTIONS: OptionSpec = {
  flags: "pPvh",
  values: "C",
  longFlags: [
    "paginate",
    "no-pager",
    "no-replace-objects",
    "no-lazy-fetch",
    "no-optional-locks",
    "no-advice",
    "bare",
    "literal-pathspecs",
    "glob-pathspecs",
    "noglob-pathspecs",
    "icase-pathspecs",
    "version",
    "help",
    "html-path",
    "man-path",
    "info-path",
  ],
  longValues: ["git-dir", "work-tree", "namespace", "super-prefix", "attr-source", "list-cmds"],
};
