import type { FlagSpec } from "../argv/command-spec.ts";

/** Flags that every command takes. */
export const GLOBAL_FLAGS: readonly FlagSpec[] = [
  {
    name: "workspace",
    value: "FOLDER",
    about: "the folder to work in (WIELD_WORKSPACE; else the current one)",
  },
  { name: "toolset", value: "NAME", about: "the tools of this command (WIELD_TOOLSET, tools.toolset)" },
  {
    name: "approval-mode",
    value: "MODE",
    about: "auto, prompt or deny (WIELD_APPROVAL_MODE, tools.approval_mode)",
  },
];
