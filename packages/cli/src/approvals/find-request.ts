import { fail, listNames, value } from "@wield/core";
import type { ApprovalChoice, ApprovalStore, Outcome } from "@wield/core";
import type { ShownRequest } from "./render-request.ts";
import { accountName } from "./terminal-asker.ts";

/** A pending request by its id, or the beginning of one. Fails with `unknown_request`. */
async function findRequest(approvals: ApprovalStore, id: string): Promise<Outcome<ShownRequest>> {
  const pending = await approvals.pending();
  const exact = pending.find((request) => request.id === id);
  if (exact !== undefined) return value(exact);
  const [only, second] = pending.filter((request) => request.id.startsWith(id));
  if (only !== undefined && second === undefined) return value(only);
  const what =
    only === undefined
      ? `no request ${JSON.stringify(id)} is waiting`
      : `several requests begin with ${JSON.stringify(id)}`;
  return fail("unknown_request", what, {
    hint:
      pending.length === 0
        ? "none is; it may have been answered, or its deadline has passed."
        : `waiting: ${listNames(pending.map((request) => request.id))}`,
  });
}

export interface SettleRequest {
  readonly id: string;
  readonly choice: ApprovalChoice;
  readonly remark?: string;
}

/**
 * Answers a request of any process on this home; what was done, in words. Fails with `unknown_request`, `settled`
 * or `no_rule`.
 */
export async function settleRequest(
  approvals: ApprovalStore,
  { id, choice, remark }: SettleRequest,
): Promise<Outcome<string>> {
  const found = await findRequest(approvals, id);
  if (!found.ok) return found;
  const request = found.value;
  if ((choice === "session" || choice === "always") && request.rule === undefined) {
    return fail("no_rule", `no rule can cover ${request.tool} here, so it can only be allowed once`, {
      hint: `wield approve ${request.id} once`,
    });
  }
  const attempt = await approvals.answer(request.id, {
    choice,
    by: accountName(),
    surface: "terminal",
    at: Date.now(),
    ...(remark === undefined || remark.trim() === "" ? {} : { remark: remark.trim() }),
  });
  if (attempt === "settled")
    return value(choice === "deny" ? `${request.tool} is refused` : `${request.tool} may run (${choice})`);
  return fail("settled", `${request.id} is settled already; nothing was changed`);
}
