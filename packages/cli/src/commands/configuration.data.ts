import type { CommandSpec } from "../argv/command-spec.ts";

const JSON_FLAG = { name: "json", about: "machine-readable output, nothing else on standard output" };

/** Commands about settings. */
export const CONFIGURATION_COMMANDS: readonly CommandSpec[] = [
  {
    name: "setup",
    summary: "choose a model and give its key",
    forms: [""],
    about: [
      "Asks for a provider, its key (not shown while you type) and a model, tries them with one call, and writes them: the model into the home's config.yaml, whose comments stay, a key into keys.yaml beside it, which nobody else may read.",
      "A key in the environment is used from there and not written. Without a terminal everything is said by flags.",
    ],
    flags: [
      { name: "provider", value: "NAME", about: "such as anthropic, openai, google, openrouter, ollama" },
      { name: "model", value: "NAME", about: "as the provider calls it, or PROVIDER/NAME" },
      { name: "key-env", value: "VARIABLE", about: "the environment variable that holds the key" },
      { name: "key-stdin", about: "read the key from standard input and keep it" },
      { name: "base-url", value: "URL", about: "another address, or that of a server without a name here" },
      { name: "no-test", about: "write it without asking the model" },
    ],
    examples: [
      { line: "wield setup", about: "asks for everything" },
      { line: "wield setup --provider ollama --model qwen3:8b", about: "a model on this machine" },
      { line: "pass show anthropic | wield setup --provider anthropic --key-stdin", about: "in a script" },
    ],
    operands: { least: 0, most: 0 },
    load: () => import("./setup.ts"),
  },
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
