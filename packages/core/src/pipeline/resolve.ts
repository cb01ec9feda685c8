import type { ToolDefinition } from "../contract/tool-definition.ts";
import { nearNames, squash } from "../text/nearest.ts";
import { listNames, quote } from "../text/quote.ts";
import type { Registry } from "../registry/registry.ts";
import type { Conversation, StageFailure } from "./call.ts";
import { stop } from "./call-state.ts";

export interface ResolvedTool {
  readonly tool: ToolDefinition;
  readonly note?: string;
}

/** Finds the tool of a call: by its exact name, else by a spelling that can mean only one offered tool. */
export function resolveTool(
  name: string,
  conversation: Conversation,
  registry: Registry,
): ResolvedTool | StageFailure {
  const { active, inactive, toolset } = conversation.tools;
  const offered = active.get(name);
  if (offered !== undefined) {
    // The registry may have lost it since the snapshot: a later call is not found then.
    return registry.get(name)?.tool === offered.tool ? { tool: offered.tool } : notFound(name, conversation);
  }
  const off = inactive.get(name);
  if (off?.cause === "internal")
    return isOwnCommand(conversation) ? { tool: off.tool } : notFound(name, conversation);
  if (off?.cause === "hidden") {
    return stop("resolve", "failed", {
      code: "not_found",
      message: `${quote(name)} cannot be used now.`,
      hint: off.reason,
    });
  }
  if (off !== undefined) {
    return stop("resolve", "denied", {
      code: "policy_denied",
      message: `${quote(name)} is not available in this conversation (toolset: ${toolset})`,
      hint: off.reason,
    });
  }
  return spellingVariant(name, conversation) ?? notFound(name, conversation);
}

/** The commands of Wield itself (undo) run as internal tools, for a person at this machine only. */
function isOwnCommand(conversation: Conversation): boolean {
  return conversation.caller === "cli" && conversation.surface === "terminal";
}

function spellingVariant(name: string, conversation: Conversation): ResolvedTool | undefined {
  const plain = squash(name);
  const alike = [...conversation.tools.active.values()].filter(({ tool }) => squash(tool.name) === plain);
  const [only] = alike;
  if (only === undefined || alike.length > 1) return undefined;
  const { tool } = only;
  if (tool.mutates !== false && tool.name !== name.toLowerCase()) return undefined;
  return { tool, note: `called as ${quote(name)}, ran ${tool.name}` };
}

function notFound(name: string, conversation: Conversation): StageFailure {
  const names = [...conversation.tools.active.keys()];
  const near = nearNames(name, names);
  const active = names.length === 0 ? "no tools are active." : `active tools: ${listNames(names)}.`;
  return stop("resolve", "failed", {
    code: "not_found",
    message: `unknown tool ${quote(name)}`,
    hint:
      near.length === 0
        ? active
        : `did you mean ${near.map((found) => `"${found}"`).join(" or ")}? ${active}`,
  });
}
