/** One slash command, as the help and the completion need it. */
export interface SlashCommand {
  readonly name: string;
  readonly form: string;
  readonly about: string;
}

export const SLASH_COMMANDS: readonly SlashCommand[] = [
  { name: "help", form: "", about: "how calls are typed, and these commands" },
  { name: "tools", form: "[NAME]", about: "the active tools and their price; or everything about one" },
  { name: "toolset", form: "[NAME]", about: "the toolset of this session, or another one" },
  { name: "approval", form: "[auto|prompt|deny]", about: "whether changes are asked for in this session" },
  {
    name: "undo",
    form: "[CALL|PATH]",
    about: "take back the newest change of a file, that call, or that path",
  },
  {
    name: "rollback",
    form: "[all|PATH]",
    about: "files as they were before this session; alone: lists its changes",
  },
  {
    name: "approve",
    form: "[ID [once|session|always]]",
    about: "let a call that waits elsewhere run; alone: lists them",
  },
  { name: "deny", form: "ID [REMARK]", about: "refuse a call that waits elsewhere" },
  { name: "status", form: "", about: "folder, session, toolset, approval mode, what waits" },
  { name: "quit", form: "", about: "leave (Ctrl-D does too)" },
];
