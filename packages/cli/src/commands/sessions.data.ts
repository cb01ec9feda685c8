import type { CommandSpec } from "../argv/command-spec.ts";

const MANY = Number.POSITIVE_INFINITY;
const JSON_FLAG = { name: "json", about: "machine-readable output, nothing else on standard output" };
const EVERYWHERE = { name: "all-workspaces", about: "conversations in other folders too" };

/** Commands about conversations that are stored. */
export const SESSION_COMMANDS: readonly CommandSpec[] = [
  {
    name: "sessions",
    summary: "conversations with a model, newest first",
    forms: [""],
    about: [
      "Each line: id, when it was last used, its messages, its title. The beginning of an id is enough everywhere.",
    ],
    flags: [{ name: "limit", value: "N", about: "how many (20)" }, EVERYWHERE, JSON_FLAG],
    examples: [{ line: "wield sessions", about: "those of this folder" }],
    operands: { least: 0, most: 0 },
    load: () => import("./sessions.ts"),
  },
  {
    name: "sessions show",
    summary: "read a conversation",
    forms: ["ID"],
    about: [],
    flags: [{ ...JSON_FLAG, about: "all events, as wield sessions export ID json" }],
    examples: [{ line: "wield sessions show ses_3f2a | less", about: "what was said" }],
    operands: { least: 1, most: 1 },
    load: () => import("./sessions-show.ts"),
  },
  {
    name: "sessions search",
    summary: "find what was said, by words",
    forms: ["TEXT …"],
    about: [
      "Messages and titles in which every word occurs, the best first, with the place. Signs are plain text.",
    ],
    flags: [EVERYWHERE, JSON_FLAG],
    examples: [{ line: "wield sessions search docker build", about: "where both were spoken of" }],
    operands: { least: 1, most: MANY },
    load: () => import("./sessions-search.ts"),
  },
  {
    name: "sessions export",
    summary: "write a conversation to a file",
    forms: ["ID [md | json] [PATH]"],
    about: [
      "Secrets are masked. Without a path it is printed. JSON can be taken in with wield sessions import.",
    ],
    flags: [],
    examples: [
      { line: "wield sessions export ses_3f2a json talk.json", about: "all of it, for another machine" },
    ],
    operands: { least: 1, most: 3 },
    load: () => import("./sessions-export.ts"),
  },
  {
    name: "sessions import",
    summary: "take in a conversation that was exported as JSON",
    forms: ["FILE"],
    about: ["It gets an id of its own and belongs to this folder."],
    flags: [JSON_FLAG],
    examples: [],
    operands: { least: 1, most: 1 },
    load: () => import("./sessions-import.ts"),
  },
  {
    name: "sessions title",
    summary: "name a conversation",
    forms: ["ID TEXT …"],
    about: [],
    flags: [],
    examples: [{ line: "wield sessions title ses_3f2a the parser", about: "instead of its first message" }],
    operands: { least: 2, most: MANY },
    load: () => import("./sessions-title.ts"),
  },
  {
    name: "sessions delete",
    summary: "remove a conversation with its outputs and undo data",
    forms: ["ID"],
    about: ["Asks first. The conversations of its helpers go with it; the journal stays."],
    flags: [{ name: "yes", short: "y", about: "do not ask" }],
    examples: [],
    operands: { least: 1, most: 1 },
    load: () => import("./sessions-delete.ts"),
  },
];
