import { createHash } from "node:crypto";
import { canonicalJson, type Json } from "../contract/json.ts";
import { bodyOf } from "../contract/tool-body.ts";
import { describeEffect } from "../effects/describe-effect.ts";
import { narrowestRule } from "../policy/narrowest-rule.ts";
import type { ResolvedEffect } from "../policy/guard.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../ports/approvals.ts";
import { visibleText } from "../text/clean.ts";
import type { StageFailure } from "./call.ts";
import { scrubbedInput, stop, type DecodedCall } from "./call-state.ts";
import { journalAnswer, journalAsked, scrubbedEffects } from "./record.ts";
import { filesForPreview } from "./files-scope.ts";
import type { PipelineDeps } from "./deps.ts";

/** Fingerprint of what was approved: tool, canonical input and effects with their real paths. */
export function digestOf(call: DecodedCall, effects: readonly ResolvedEffect[]): string {
  const seen = effects.map(({ effect, path }) => ({
    ...effect,
    ...(path === undefined ? {} : { real: path.real }),
  }));
  const text = canonicalJson([call.tool.name, call.input, JSON.parse(JSON.stringify(seen)) as Json]);
  return createHash("sha256").update(text).digest("hex");
}

/** Puts the question to people and waits. Holds no lock; waiting is not charged to the call's time limit. */
export async function approve(
  call: DecodedCall,
  deps: PipelineDeps,
  reason: string,
): Promise<StageFailure | undefined> {
  const { conversation } = call;
  const { settings, askers } = conversation;
  if (askers.length === 0) {
    return stop("approve", "denied", {
      code: "approval_unavailable",
      message: `${call.tool.name} needs an answer (${reason}), and nobody can be asked: ${conversation.noAskerReason ?? `the surface ${conversation.surface} has nobody attached`}`,
      hint: "a person can run it in a terminal with wield, or change tools.approval_mode or tools.rules; do not repeat the call.",
    });
  }
  const request = await makeRequest(call, deps, reason);
  await deps.approvals.create(request);
  journalAsked(call, deps, { approvalId: request.id, reason, deadline: request.deadline });
  const answer = await waitForAnswer(call, deps, request, settings.approvalTimeoutMs);
  journalAnswer(call, deps, request.id, answer);
  return settle(call, deps, { request, answer });
}

async function makeRequest(call: DecodedCall, deps: PipelineDeps, reason: string): Promise<ApprovalRequest> {
  const { conversation } = call;
  const now = deps.clock.now();
  const rule = narrowestRule(call.tool.name, call.effects);
  const effects = call.effects.map(({ effect }) => effect);
  return {
    id: deps.ids.next("apr_"),
    callId: call.id,
    rootId: call.rootId,
    sessionId: conversation.sessionId,
    workspace: conversation.workspace.root,
    caller: conversation.caller,
    surface: conversation.surface,
    tool: call.tool.name,
    digest: digestOf(call, call.effects),
    input: visibleJson(scrubbedInput(call, call.input)),
    rawInput: call.input,
    effects: scrubbedEffects(call),
    effectWords: effects.map((effect) => visibleText(call.scrubber.text(describeEffect(effect)))),
    ...(await makePreview(call, deps)),
    reason: visibleText(reason),
    ...(rule === undefined ? {} : { rule }),
    createdAt: now,
    deadline: now + conversation.settings.approvalTimeoutMs,
  };
}

async function makePreview(
  call: DecodedCall,
  deps: PipelineDeps,
): Promise<{ readonly preview: string } | { readonly previewProblem: string } | object> {
  const { preview } = bodyOf(call.tool);
  if (preview === undefined) return {};
  const limit = new AbortController();
  const cancel = deps.clock.timer(PREVIEW_LIMIT_MS, () => limit.abort());
  try {
    const scoped = call.tool.needs.includes("files") ? filesForPreview(call, deps, limit.signal) : undefined;
    const made: unknown = await Promise.race([
      preview(call.input, {
        ...(scoped === undefined ? {} : { files: scoped.files }),
        signal: limit.signal,
      }),
      aborted(limit.signal),
    ]);
    if (typeof made !== "string") return { previewProblem: "there is no preview: it could not be made" };
    if (scoped?.refusal() !== undefined)
      return { previewProblem: `there is no preview: ${scoped.refusal() ?? ""}` };
    return { preview: visibleText(call.scrubber.text(made)) };
  } catch (error) {
    return {
      previewProblem: `there is no preview: ${error instanceof Error ? error.message : String(error)}`,
    };
  } finally {
    cancel();
  }
}

const PREVIEW_LIMIT_MS = 10_000;

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined), { once: true }));
}

async function waitForAnswer(
  call: DecodedCall,
  deps: PipelineDeps,
  request: ApprovalRequest,
  limitMs: number,
): Promise<ApprovalAnswer | "expired" | "cancelled"> {
  const { rawInput: _kept, ...shown } = request;
  const settled = new AbortController();
  let isExpired = false;
  const cancelTimer = deps.clock.timer(limitMs, () => {
    isExpired = true;
    settled.abort();
  });
  const onCancel = (): void => settled.abort();
  call.request.signal?.addEventListener("abort", onCancel, { once: true });
  if (call.request.signal?.aborted === true) settled.abort();
  try {
    const problems: string[] = [];
    const asked = call.conversation.askers.map(async (asker) => {
      try {
        const answer = await asker.ask(shown, settled.signal);
        if (answer !== undefined) await deps.approvals.answer(request.id, answer);
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
        if (problems.length === call.conversation.askers.length) settled.abort();
      }
    });
    const answer = await deps.approvals.waitForAnswer(request.id, settled.signal);
    settled.abort();
    void Promise.allSettled(asked);
    if (answer !== undefined) return answer;
    const late = await deps.approvals.close(request.id, isExpired ? "expired" : "cancelled");
    if (late !== undefined) return late;
    if (problems.length > 0 && !isExpired && call.request.signal?.aborted !== true)
      throw new AskFailed(problems.join("; "));
    return isExpired ? "expired" : "cancelled";
  } finally {
    cancelTimer();
    call.request.signal?.removeEventListener("abort", onCancel);
  }
}

/** Everybody who could be asked failed. */
class AskFailed extends Error {}

async function settle(
  call: DecodedCall,
  deps: PipelineDeps,
  asked: {
    readonly request: ApprovalRequest;
    readonly answer: ApprovalAnswer | "expired" | "cancelled";
  },
): Promise<StageFailure | undefined> {
  const { request, answer } = asked;
  const { name } = call.tool;
  if (answer === "cancelled")
    return stop("approve", "cancelled", {
      code: "cancelled",
      message: `${name} was cancelled while it waited for an answer`,
    });
  if (answer === "expired") {
    const seconds = Math.round(call.conversation.settings.approvalTimeoutMs / 1000);
    return stop("approve", "denied", {
      code: "approval_denied",
      message: `${name} was not run: no answer within ${seconds} s`,
      hint: "go on without it, or ask the person when they are back.",
    });
  }
  if (answer.choice === "deny") {
    const remark = answer.remark === undefined || answer.remark.trim() === "" ? "" : `: ${answer.remark}`;
    return stop("approve", "denied", {
      code: "approval_denied",
      message: `${answer.by} refused this call${remark}`,
      hint: "do not repeat it; take another way or ask what is wanted.",
    });
  }
  if (request.rule !== undefined && answer.choice === "session")
    call.conversation.sessionRules.add(request.rule);
  if (request.rule !== undefined && answer.choice === "always") {
    call.conversation.sessionRules.add(request.rule);
    await deps.saveRule(call.conversation.workspace.root, request.rule);
  }
  return undefined;
}

function visibleJson(value: Json): Json {
  if (typeof value === "string") return visibleText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => visibleJson(item as Json));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [visibleText(key), visibleJson(item as Json)]),
  );
}

export function isAskFailed(error: unknown): error is AskFailed {
  return error instanceof AskFailed;
}
