import type { PermissionRule } from "../policy/permission-rule.ts";
import type { ApprovalAnswer, ApprovalChoice, ApprovalRequest, KnownRequest } from "../ports/approvals.ts";
import { recordFolder } from "../ports/paths.ts";
import type { Asker, StageFailure } from "./call.ts";
import { stop, type DecodedCall } from "./call-state.ts";
import { cancelledBeforeRun } from "./cancel.ts";
import type { PipelineDeps } from "./deps.ts";
import { digestOf, makeRequest } from "./make-request.ts";
import { journalAnswer, journalAsked } from "./record.ts";
import { messageOf } from "../text/message-of.ts";

/** Puts the question to people and waits. Holds no lock; waiting is not charged to the call's time limit. */
export async function approve(
  call: DecodedCall,
  deps: PipelineDeps,
  question: { readonly reason: string; readonly rule?: PermissionRule } | undefined,
): Promise<StageFailure | undefined> {
  if (call.request.isTakenUp === true) {
    const known = await deps.approvals.ofCall(call.conversation.sessionId, call.id);
    if (known !== undefined) return takeUp(call, deps, { known, isStillAsked: question !== undefined });
  }
  if (question === undefined) return undefined;
  const { reason } = question;
  const { askers, noAskerReason, surface } = call.conversation;
  if (askers.length === 0)
    return nobodyAsked(call, reason, noAskerReason ?? `nobody is attached to the surface ${surface}`);
  const request = await makeRequest(call, deps, question);
  if (call.request.signal?.aborted === true) return cancelledBeforeRun(call.tool.name, "approve");
  try {
    await deps.approvals.create(request);
  } catch (error) {
    return nobodyAsked(call, reason, `the question could not be stored: ${messageOf(error)}`);
  }
  const { id, deadline } = request;
  journalAsked(call, deps, { approvalId: id, reason, deadline });
  const { rawInput: _kept, ...shown } = request;
  return conclude(call, deps, { request: shown, asked: await waitForAnswer(call, deps, shown) });
}

type Shown = Omit<ApprovalRequest, "rawInput">;

/** Goes on with a question that a process asked which has ended. */
async function takeUp(
  call: DecodedCall,
  deps: PipelineDeps,
  { known, isStillAsked }: { readonly known: KnownRequest; readonly isStillAsked: boolean },
): Promise<StageFailure | undefined> {
  const { request, state } = known;
  if (request.digest !== digestOf(call, call.effects)) {
    if (state.kind === "pending") await deps.approvals.close(request.id, "cancelled");
    return stop("approve", "denied", {
      code: "approval_denied",
      message: `${call.tool.name} was not run: it is no longer the call that people were asked about`,
      hint: "make the call anew.",
    });
  }
  switch (state.kind) {
    case "answered":
      return conclude(call, deps, { request, asked: { kind: "answered", answer: state.answer } });
    case "closed":
      return conclude(call, deps, { request, asked: { kind: state.why } });
    case "pending":
      break;
  }
  if (!isStillAsked) {
    await deps.approvals.close(request.id, "cancelled");
    return undefined;
  }
  const { askers, noAskerReason, surface } = call.conversation;
  if (askers.length === 0) {
    await deps.approvals.close(request.id, "cancelled");
    const why = noAskerReason ?? `nobody is attached to the surface ${surface}`;
    return nobodyAsked(call, request.reason, why);
  }
  return conclude(call, deps, { request, asked: await waitForAnswer(call, deps, request) });
}

async function conclude(
  call: DecodedCall,
  deps: PipelineDeps,
  { request, asked }: { readonly request: Shown; readonly asked: Asked },
): Promise<StageFailure | undefined> {
  journalAnswer(call, deps, request.id, asked.kind === "answered" ? asked.answer : endOf(asked.kind));
  switch (asked.kind) {
    case "failed":
      return nobodyAsked(call, request.reason, `asking for it failed: ${asked.why}`);
    case "cancelled":
      return stop("approve", "cancelled", {
        code: "cancelled",
        message: `${call.tool.name} was cancelled while it waited for an answer`,
      });
    case "expired":
      return stop("approve", "denied", {
        code: "approval_denied",
        message: `${call.tool.name} was not run: no answer within ${Math.round((request.deadline - request.createdAt) / 1000)} s`,
        hint: "go on without it, or ask the person when they are back.",
      });
    case "answered":
      return settle(call, deps, { request, answer: asked.answer });
  }
}

function endOf(kind: "failed" | "cancelled" | "expired"): "cancelled" | "expired" {
  return kind === "expired" ? "expired" : "cancelled";
}

function nobodyAsked(call: DecodedCall, reason: string, why: string): StageFailure {
  return stop("approve", "denied", {
    code: "approval_unavailable",
    message: `${call.tool.name} needs an answer (${reason}), and nobody can be asked: ${why}`,
    hint: "a person can run it in a terminal with wield, or change tools.approval_mode or tools.rules; do not repeat the call.",
  });
}

type Asked =
  | { readonly kind: "answered"; readonly answer: ApprovalAnswer }
  | { readonly kind: "expired" | "cancelled" }
  | { readonly kind: "failed"; readonly why: string };

async function waitForAnswer(call: DecodedCall, deps: PipelineDeps, request: Shown): Promise<Asked> {
  const { signal } = call.request;
  const { askers } = call.conversation;
  const settled = new AbortController();
  const end = (why: "expired" | "cancelled" | "failed"): void => settled.abort(why);
  const cancelTimer = deps.clock.timer(Math.max(0, request.deadline - deps.clock.now()), () =>
    end("expired"),
  );
  const onCancel = (): void => end("cancelled");
  signal?.addEventListener("abort", onCancel, { once: true });
  if (signal?.aborted === true) onCancel();
  const problems: string[] = [];
  const follow = async (asker: Asker): Promise<void> => {
    const problem = await askOne(asker, request, { deps, signal: settled.signal });
    if (problem !== undefined) problems.push(problem);
    // As long as one of them can still answer, the question stands.
    if (problems.length === askers.length) end("failed");
  };
  for (const asker of askers) void follow(asker);
  try {
    const answer = await deps.approvals.waitForAnswer(request.id, settled.signal);
    if (answer !== undefined) return { kind: "answered", answer };
    // Closed without an answer and not from here: another process saw that its time was over.
    const why: unknown = settled.signal.aborted ? settled.signal.reason : "expired";
    const late = await deps.approvals.close(request.id, why === "expired" ? "expired" : "cancelled");
    if (late !== undefined && why !== "cancelled") return { kind: "answered", answer: late };
    if (why === "expired" || why === "cancelled") return { kind: why };
    return { kind: "failed", why: problems.join("; ") };
  } catch (error) {
    return { kind: "failed", why: messageOf(error) };
  } finally {
    settled.abort();
    cancelTimer();
    signal?.removeEventListener("abort", onCancel);
  }
}

/** Tells one asker and hands on its answer; a problem when it can give none. */
async function askOne(
  asker: Asker,
  request: Shown,
  how: { readonly deps: PipelineDeps; readonly signal: AbortSignal },
): Promise<string | undefined> {
  try {
    const answer = await asker.ask(request, how.signal);
    if (answer === undefined) return undefined;
    if (!isAnswer(answer)) return "the answer is none of once, session, always and deny";
    await how.deps.approvals.answer(request.id, answer);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

const CHOICES: readonly ApprovalChoice[] = ["once", "session", "always", "deny"];

function isAnswer(answer: unknown): answer is ApprovalAnswer {
  return (
    typeof answer === "object" &&
    answer !== null &&
    CHOICES.includes((answer as ApprovalAnswer).choice) &&
    typeof (answer as ApprovalAnswer).by === "string"
  );
}

async function settle(
  call: DecodedCall,
  deps: PipelineDeps,
  { request, answer }: { readonly request: Shown; readonly answer: ApprovalAnswer },
): Promise<StageFailure | undefined> {
  const { conversation, notes } = call;
  // Another process may go on with the same conversation: an approval is good for one run.
  if (answer.choice !== "deny" && !(await deps.approvals.take(request.id))) {
    return stop("approve", "denied", {
      code: "approval_denied",
      message: `${call.tool.name} was not run: its approval was used already, so it may have happened`,
      hint: "look whether it did before you make the call anew.",
    });
  }
  switch (answer.choice) {
    case "once":
      return undefined;
    case "session":
    case "always":
      if (request.rule === undefined) {
        notes.push(`allowed once: no rule can cover this call (${answer.choice} was answered)`);
        return undefined;
      }
      conversation.sessionRules.add(request.rule);
      if (answer.choice === "session") return undefined;
      try {
        await deps.saveRule(recordFolder(conversation.workspace), request.rule);
      } catch (error) {
        deps.log("error", `the rule of ${request.id} could not be saved: ${messageOf(error)}`);
        notes.push("the rule could not be saved; it holds for this session");
      }
      return undefined;
    default: {
      const remark = answer.remark === undefined || answer.remark.trim() === "" ? "" : `: ${answer.remark}`;
      return stop("approve", "denied", {
        code: "approval_denied",
        message: `${answer.by} refused this call${remark}`,
        hint: "do not repeat it; take another way or ask what is wanted.",
      });
    }
  }
}
