import type { CommandSpec } from "../argv/command-spec.ts";

const JSON_FLAG = { name: "json", about: "machine-readable output, nothing else on standard output" };

/** Commands about settings. */
export const CONFIGURATION_COMMANDS: readonly CommandSpec[] = [
  {
    name: "config",
    summary: "the settings in force",
    forms: [""],
    about: [
      "Every setting that is not at its default, with where it was set. Order: the home's config.yaml, this folder's .wield/config.yaml (after trust), environment, flags; a folder's file may only tighten.",
    ],
    flags: [{ name: "all", about: "the defaults too" }, JSON_FLAG],
    examples: [],
    operands: { least: 0, most: 0 },
    load: () => import("./config.ts"),
  },
  {
    name: "config get",
    summary: "one setting, or all below a name",
    forms: ["NAME"],
    about: [],
    flags: [JSON_FLAG],
    examples: [{ line: "wield config get tools.approval_mode", about: "its value and where it comes from" }],
    operands: { least: 1, most: 1 },
    load: () => import("./config-get.ts"),
  },
  {
    name: "config set",
    summary: "change a setting in the home's config.yaml",
    forms: ["NAME VALUE"],
    about: [
      "Comments and order are kept. The whole file is checked first; when anything in it would be wrong, nothing is written.",
    ],
    flags: [],
    examples: [
      { line: "wield config set tools.approval_mode prompt", about: "ask before anything is changed" },
    ],
    operands: { least: 2, most: 2 },
    load: () => import("./config-set.ts"),
  },
  {
    name: "config path",
    summary: "where the configuration files are",
    forms: [""],
    about: [],
    flags: [],
    examples: [],
    operands: { least: 0, most: 0 },
    load: () => import("./config-path.ts"),
  },
];
