import type { ToolDefinition, ToolView } from "../contract/tool-definition.ts";
import type { ServiceProvider } from "../services/provider.ts";
import { messageOf } from "../text/message-of.ts";

/** By service name. */
export type Providers = ReadonlyMap<string, Pick<ServiceProvider, "missing">>;

/**
 * Why a tool cannot be offered, as a sentence; nothing when it can. A reason that throws, or that is no sentence,
 * hides the tool: what cannot say that it works is not offered.
 */
export function hiddenReason(tool: ToolDefinition, view: ToolView, providers: Providers): string | undefined {
  for (const need of tool.needs) {
    const provider = providers.get(need);
    if (provider === undefined) return `it needs the service "${need}", which is not there`;
    const reason = ask(`the service "${need}"`, () => provider.missing?.(view));
    if (reason !== undefined) return reason;
  }
  return ask("its own check", () => tool.available?.(view));
}

function ask(who: string, question: () => unknown): string | undefined {
  let answer: unknown;
  try {
    answer = question();
  } catch (error) {
    return `${who} failed: ${messageOf(error)}`;
  }
  if (answer === undefined || answer === null) return undefined;
  if (typeof answer === "string" && answer.trim() !== "") return answer;
  return `${who} gave no sentence as its reason`;
}
