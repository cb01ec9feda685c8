import { createHash } from "node:crypto";
import { canonicalJson, mapStrings, type Json } from "../contract/json.ts";
import { bodyOf } from "../contract/tool-body.ts";
import { commandWarnings } from "../policy/describe-command.ts";
import { describeEffect } from "../effects/describe-effect.ts";
import type { ResolvedEffect } from "../policy/guard.ts";
import type { PermissionRule } from "../policy/permission-rule.ts";
import { recordFolder } from "../ports/paths.ts";
import type { ApprovalRequest } from "../ports/approvals.ts";
import { visibleText } from "../text/clean.ts";
import { cutText, joinCut } from "../text/cut-text.ts";
import { scrubbedInput, type DecodedCall } from "./call-state.ts";
import { unlessAborted } from "./cancel.ts";
import type { PipelineDeps } from "./deps.ts";
import { filesForPreview } from "./files-scope.ts";
import { clampMessage } from "./message.ts";
import { scrubbedEffects } from "./record.ts";
import { messageOf } from "../text/message-of.ts";

/** Longest time a preview may take, in milliseconds. */
const PREVIEW_LIMIT_MS = 10_000;

const MOST_PREVIEW_CHARS = 30_000;

/** Fingerprint of what was approved: tool, canonical input and effects with their real paths. */
export function digestOf(call: DecodedCall, effects: readonly ResolvedEffect[]): string {
  const seen = effects.map(({ effect, path, command }) => ({
    ...effect,
    ...(path === undefined ? {} : { real: path.real }),
    ...(command === undefined ? {} : { named: command.named.map((one) => one.path?.real ?? "") }),
  }));
  const text = canonicalJson([call.tool.name, call.input, JSON.parse(JSON.stringify(seen)) as Json]);
  return createHash("sha256").update(text).digest("hex");
}

/** The stored question, with all that a person needs to decide: cleaned, masked, and with what is hidden made visible. */
export async function makeRequest(
  call: DecodedCall,
  deps: PipelineDeps,
  { reason, rule }: { readonly reason: string; readonly rule?: PermissionRule },
): Promise<ApprovalRequest> {
  const { conversation, scrubber } = call;
  const preview = await makePreview(call, deps);
  const now = deps.clock.now();
  const show = (text: string): string => visibleText(scrubber.text(text));
  return {
    id: deps.ids.next("apr_"),
    callId: call.id,
    rootId: call.rootId,
    sessionId: conversation.sessionId,
    workspace: recordFolder(conversation.workspace),
    caller: conversation.caller,
    surface: conversation.surface,
    tool: call.tool.name,
    digest: digestOf(call, call.effects),
    input: mapStrings(scrubbedInput(call, call.input), visibleText),
    rawInput: call.input,
    effects: scrubbedEffects(call),
    effectWords: call.effects.flatMap(({ effect, command }) =>
      [describeEffect(effect), ...(command === undefined ? [] : commandWarnings(command))].map(show),
    ),
    ...preview,
    reason: clampMessage(show(reason)),
    ...(rule === undefined ? {} : { rule }),
    createdAt: now,
    deadline: now + conversation.settings.approvalTimeoutMs,
  };
}

type Preview = { readonly preview: string } | { readonly previewProblem: string } | object;

async function makePreview(call: DecodedCall, deps: PipelineDeps): Promise<Preview> {
  const { preview } = bodyOf(call.tool);
  if (preview === undefined) return {};
  const { signal } = call.request;
  const limit = new AbortController();
  const cancelTimer = deps.clock.timer(PREVIEW_LIMIT_MS, () => limit.abort());
  const onCancel = (): void => limit.abort();
  signal?.addEventListener("abort", onCancel, { once: true });
  const show = (text: string): string => visibleText(call.scrubber.text(text));
  const problem = (why: string): Preview => ({
    previewProblem: clampMessage(`there is no preview: ${show(why)}`),
  });
  try {
    const scoped = call.tool.needs.includes("files") ? filesForPreview(call, deps, limit.signal) : undefined;
    const backend = call.tool.needs.includes("processes") ? deps.backend?.facts() : undefined;
    const context = {
      ...(scoped === undefined ? {} : { files: scoped.files }),
      ...(backend === undefined ? {} : { backend }),
      signal: limit.signal,
    };
    const made: unknown = await unlessAborted(
      limit.signal,
      // Also one that throws at once is a promise then.
      Promise.resolve().then(() => preview(call.input, context)),
    );
    const refusal = scoped?.refusal();
    if (refusal !== undefined) return problem(refusal);
    if (limit.signal.aborted) return problem(`it was not made within ${PREVIEW_LIMIT_MS / 1000} s`);
    if (typeof made !== "string") return problem("the tool gave no text");
    const shown = show(made);
    const parts = cutText(shown, MOST_PREVIEW_CHARS);
    return { preview: parts === undefined ? shown : joinCut(parts, `${parts.cut} characters cut`) };
  } catch (error) {
    return problem(messageOf(error));
  } finally {
    // Also closes the files it was given.
    limit.abort();
    cancelTimer();
    signal?.removeEventListener("abort", onCancel);
  }
}
