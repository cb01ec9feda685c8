import type { ToolDefinition } from "../contract/tool-definition.ts";
import type { ActiveTools } from "./active-tools.ts";
import type { RegisteredTool } from "./registry.ts";
import type { ToolsetRequest } from "./toolset-request.ts";

/** Whether a tool was hidden, and the names it was asked among. */
export interface AskedTool {
  readonly tool: ToolDefinition;
  readonly among: readonly string[];
  readonly reason: string | undefined;
}

interface Resolved {
  readonly active: ActiveTools;
  /** In the order they were asked about. */
  readonly asked: readonly AskedTool[];
}

interface Remembered extends Resolved {
  readonly request: ToolsetRequest;
}

/** Conversations of one process that differ: surfaces, toolsets, sub-agents. */
const MOST_REMEMBERED = 16;

/** By the list of the registry, which is another object once it changes. */
const remembered = new WeakMap<readonly RegisteredTool[], Remembered[]>();

/**
 * What the same request gave last. Each tool is asked again whether it is to be hidden: only when all answer as they
 * did is nothing resolved anew.
 */
export function recallToolset(request: ToolsetRequest): ActiveTools | undefined {
  const { hiddenReason } = request;
  return remembered
    .get(request.tools)
    ?.find(
      (known) =>
        isSameRequest(known.request, request) &&
        known.asked.every(({ tool, among, reason }) => hiddenReason?.(tool, among) === reason),
    )?.active;
}

export function rememberToolset(request: ToolsetRequest, resolved: Resolved): void {
  const known = remembered.get(request.tools) ?? [];
  const others = known.filter((other) => !isSameRequest(other.request, request));
  remembered.set(request.tools, [{ request, ...resolved }, ...others].slice(0, MOST_REMEMBERED));
}

function isSameRequest(left: ToolsetRequest, right: ToolsetRequest): boolean {
  return (
    left.settings === right.settings &&
    left.surface === right.surface &&
    left.within === right.within &&
    left.joins === right.joins &&
    left.request?.name === right.request?.name &&
    left.request?.origin === right.request?.origin &&
    left.session?.name === right.session?.name &&
    left.session?.origin === right.session?.origin
  );
}
