import type { ApprovalChoice } from "@wield/core";
import { settleRequest } from "../../approvals/find-request.ts";
import { requestLine } from "../../approvals/render-request.ts";
import { USAGE_EXIT } from "../../outcome/exit-code.ts";
import { printProblem } from "../../outcome/print-problem.ts";
import { DONE } from "./slash-world.ts";
import type { SlashHandler } from "./slash-world.ts";

const CHOICES: readonly ApprovalChoice[] = ["once", "session", "always"];

export const approve: SlashHandler = async (rest, { runtime, out }) => {
  const [id = "", given = "once", extra] = rest.split(/\s+/);
  if (id === "") {
    const pending = await runtime.store.approvals.pending();
    if (pending.length === 0) out.line("no request is waiting");
    for (const request of pending) out.line(requestLine(request, { columns: out.columns, now: Date.now() }));
    return DONE;
  }
  const choice = CHOICES.find((known) => known === given);
  if (choice === undefined || extra !== undefined) {
    const problem = { message: "/approve ID [once|session|always] is expected" };
    return { code: printProblem(problem, out, USAGE_EXIT) };
  }
  const settled = await settleRequest(runtime.store.approvals, { id, choice });
  if (!settled.ok) return { code: printProblem(settled, out) };
  out.line(settled.value);
  return DONE;
};

export const deny: SlashHandler = async (rest, { runtime, out }) => {
  const [, id = "", remark = ""] = /^(\S*)\s*(.*)$/s.exec(rest) ?? [];
  if (id === "") {
    const problem = { message: "/deny ID [REMARK] is expected", hint: "/approve lists what waits." };
    return { code: printProblem(problem, out, USAGE_EXIT) };
  }
  const settled = await settleRequest(runtime.store.approvals, { id, choice: "deny", remark });
  if (!settled.ok) return { code: printProblem(settled, out) };
  out.line(settled.value);
  return DONE;
};
