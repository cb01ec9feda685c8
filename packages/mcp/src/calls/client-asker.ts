import type { Asker, Clock } from "@wield/core";
import type { McpSettings } from "../serve/mcp-settings.ts";
import { approvalForm, readDecision } from "./approval-form.ts";
import type { Exchange } from "./exchange.ts";

/** Who can be asked about a call over MCP, and why nobody can when the list is empty. */
export interface Askers {
  readonly askers: readonly Asker[];
  readonly noAskerReason: string;
}

/** `others` are surfaces that are attached besides the client; they may answer too. */
export function askersOf(
  { approvals }: McpSettings,
  exchange: Exchange,
  how: { readonly clock: Clock; readonly others: readonly Asker[] },
): Askers {
  switch (approvals) {
    case "deny":
      return { askers: [], noAskerReason: 'mcp.approvals is "deny"' };
    case "surfaces":
      return {
        askers: how.others,
        noAskerReason: 'mcp.approvals is "surfaces", and no other surface is attached',
      };
    case "elicitation":
      return exchange.request().canElicit
        ? { askers: [...how.others, clientAsker(exchange, how.clock)], noAskerReason: "" }
        : {
            askers: how.others,
            noAskerReason:
              "the MCP client shows no questions (elicitation), and no other surface is attached",
          };
  }
}

function clientAsker(exchange: Exchange, clock: Clock): Asker {
  return {
    surface: "mcp",
    async ask(request, signal) {
      const timeoutMs = Math.max(1, request.deadline - clock.now());
      const question = { method: "elicitation/create", params: approvalForm(request) } as const;
      const response = await exchange.ask(question, { signal, timeoutMs });
      return {
        ...readDecision(response),
        by: `the MCP client ${exchange.request().clientName}`,
        surface: "mcp",
        at: clock.now(),
      };
    },
  };
}
