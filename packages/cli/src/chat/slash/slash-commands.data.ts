import { APPROVAL_MODES } from "@wield/core";
import type { CompletionWorld } from "../editor/completion.ts";

/** One slash command, as the help and the completion need it. */
export interface SlashCommand {
  readonly name: string;
  readonly form: string;
  readonly about: string;
  /** Candidates for what follows it. */
  readonly values?: (world: CompletionWorld) => Iterable<string>;
}

export const SLASH_COMMANDS: readonly SlashCommand[] = [
  { name: "help", form: "", about: "keys and commands" },
  { name: "status", form: "", about: "folder, session, model, toolset, approval mode, what waits" },
  { name: "usage", form: "", about: "tokens, steps and calls of this session" },
  {
    name: "model",
    form: "[PROVIDER/NAME]",
    about: "the model of this session, or another one",
    values: ({ models }) => models,
  },
  {
    name: "tools",
    form: "[NAME]",
    about: "the active tools and their price; or everything about one",
    values: ({ tools }) => tools.keys(),
  },
  {
    name: "toolset",
    form: "[NAME]",
    about: "the toolset of this session, or another one",
    values: ({ toolsets }) => toolsets,
  },
  {
    name: "approval",
    form: "[auto|prompt|deny]",
    about: "whether changes are asked for in this session",
    values: () => APPROVAL_MODES,
  },
  {
    name: "mcp",
    form: "[restart|accept NAME | prompt SERVER NAME]",
    about: "MCP servers and how they stand; or one anew; or a prompt of one",
    values: () => ["restart", "accept", "prompt"],
  },
  { name: "steer", form: "TEXT", about: "a remark that the model gets after its present calls" },
  { name: "stop", form: "", about: "stop what runs (Esc does too)" },
  { name: "retry", form: "", about: "the last message again, its answer removed" },
  { name: "undo", form: "", about: "take the last exchange out of the conversation; files stay" },
  {
    name: "rollback",
    form: "[all|CALL|PATH]",
    about: "files as they were before this session; alone: lists its changes",
    values: () => ["all"],
  },
  { name: "fork", form: "", about: "go on in a copy of this conversation" },
  { name: "new", form: "", about: "begin a new conversation" },
  { name: "sessions", form: "[WORDS]", about: "conversations in this folder, or those that hold the words" },
  { name: "resume", form: "ID", about: "go on with another conversation; the beginning of its id is enough" },
  { name: "title", form: "[TEXT]", about: "the title of this conversation, or another one" },
  {
    name: "export",
    form: "[md|json] [PATH]",
    about: "write this conversation to a file",
    values: () => ["md", "json"],
  },
  {
    name: "goal",
    form: "[TEXT|pause|resume|clear]",
    about: "what this conversation works towards, over several turns",
    values: () => ["status", "pause", "resume", "clear"],
  },
  { name: "compact", form: "[FOCUS]", about: "summarise the conversation now" },
  {
    name: "approve",
    form: "[ID [once|session|always]]",
    about: "let a call that waits elsewhere run; alone: lists them",
  },
  { name: "deny", form: "ID [REMARK]", about: "refuse a call that waits elsewhere" },
  { name: "config", form: "NAME [VALUE]", about: "a setting, or change it in the home's config.yaml" },
  { name: "quit", form: "", about: "leave (Ctrl-D does too); the conversation can be resumed" },
];
