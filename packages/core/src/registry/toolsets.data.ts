/** The sets that ship. `default` and `all` are made of these and of what is registered. */
export const BUILT_IN_TOOLSETS: ReadonlyMap<string, readonly string[]> = new Map([
  ["minimal", ["read_file", "list_files", "grep", "todo"]],
  [
    "coding",
    [
      "read_file",
      "write_file",
      "edit_file",
      "list_files",
      "glob",
      "grep",
      "terminal",
      "todo",
      "skill",
      "delegate_task",
    ],
  ],
  [
    "research",
    [
      "read_file",
      "web_search",
      "web_fetch",
      "browser",
      "grep",
      "todo",
      "memory",
      "session_search",
      "rag_search",
      "skill",
    ],
  ],
  ["browser", ["browser", "web_search", "web_fetch", "read_file", "write_file", "todo"]],
  [
    "notebook",
    [
      "scratchpad",
      "read_image",
      "memorize",
      "recall",
      "recall_skill",
      "web_search",
      "web_fetch",
      "create_artifact",
      "list_artifacts",
      "open_artifact",
      "update_artifact",
      "ask_user",
    ],
  ],
]);

/** The sets whose union is `default`. */
export const DEFAULT_PARTS: readonly string[] = ["minimal", "coding", "research", "browser"];

/** Tools that join because another one is there: the companion's name, and the name it follows. */
export const COMPANIONS: ReadonlyMap<string, string> = new Map([
  ["process", "terminal"],
  ["task", "delegate_task"],
]);

/** Every name that an operator's own set may not take. */
export const BUILT_IN_TOOLSET_NAMES: readonly string[] = [...BUILT_IN_TOOLSETS.keys(), "default", "all"];
