import type { ActiveTools, Conversation, InactiveTool } from "@wield/core";
import type { ConversationSource } from "../agent-parts.ts";

const STARTS_AGENTS = new Set(["delegate_task", "task"]);

export interface Narrowing {
  readonly sessionId: string;
  readonly canDelegate: boolean;
  /** Root of a folder of its own; default: the parent's workspace. */
  readonly folder?: string;
  /** The call that started the sub-agent. */
  readonly parent: NonNullable<Conversation["parent"]>;
}

/** What a sub-agent may use: of its own toolset what its parent has now; rules, mode, people and folder are the parent's. */
export function narrowedSource(
  parent: ConversationSource,
  own: ConversationSource,
  narrowing: Narrowing,
): ConversationSource {
  return {
    snapshot: () => {
      const above = parent.snapshot();
      const { folder, sessionId } = narrowing;
      return {
        ...above,
        sessionId,
        caller: "subagent",
        tools: narrowTools(own.snapshot().tools, above.tools, narrowing.canDelegate),
        workspace: folder === undefined ? above.workspace : { ...above.workspace, root: folder },
        parent: narrowing.parent,
      };
    },
  };
}

/** Names of the set that the parent does not have. */
export function cutNames(own: ActiveTools, parent: ActiveTools): readonly string[] {
  return [...own.active.keys()].filter((name) => !parent.active.has(name));
}

function narrowTools(own: ActiveTools, parent: ActiveTools, canDelegate: boolean): ActiveTools {
  const active = new Map<string, { readonly tool: InactiveTool["tool"]; readonly origin: string }>();
  const inactive = new Map(own.inactive);
  for (const [name, entry] of own.active) {
    const mayStart = canDelegate || !STARTS_AGENTS.has(name);
    if (parent.active.has(name) && mayStart) {
      active.set(name, entry);
      continue;
    }
    const reason = mayStart
      ? "the agent that started this one does not have it"
      : "a sub-agent of this depth starts no others (delegation.max_depth)";
    inactive.set(name, { ...entry, cause: "not_in_toolset", reason });
  }
  return { ...own, active, inactive };
}
