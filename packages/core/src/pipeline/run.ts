import { bodyOf } from "../contract/tool-body.ts";
import { changesSomething } from "../effects/effect.ts";
import { fail, type FailedResult } from "../contract/result.ts";
import type { CallInfo } from "../contract/tool-definition.ts";
import type { DecodedCall } from "./call-state.ts";
import type { PipelineDeps } from "./deps.ts";
import { createFilesScope } from "./files-scope.ts";
import { openServices } from "./open-services.ts";
import { createProgressGate } from "./progress.ts";

/** How long a call may go on after its limit or a cancel, to tidy up and say what it did. */
const GRACE_MS = 5000;

/** Characters of one result for programs; models have `maxOutputChars`. */
const PROGRAM_OUTPUT_CHARS = 1024 * 1024;

export type RunEnd =
  /** What the tool returned, not yet looked at. */
  | { readonly kind: "returned"; readonly returned: unknown }
  | { readonly kind: "threw"; readonly failure: FailedResult }
  | { readonly kind: "refused"; readonly failure: FailedResult }
  /** `late` is what the tool returned within the grace, if it did. */
  | { readonly kind: "timed_out"; readonly limitMs: number; readonly late?: unknown }
  | { readonly kind: "cancelled"; readonly late?: unknown };

/** Runs the tool inside its time limit, with services made for this one call. Never throws for a tool's fault. */
export async function run(call: DecodedCall, deps: PipelineDeps): Promise<RunEnd> {
  const { tool, conversation } = call;
  const limitMs = timeLimit(call);
  const controller = new AbortController();
  const progress = createProgressGate(call.request.onProgress, {
    callId: call.id,
    clock: deps.clock,
    scrubber: call.scrubber,
  });
  let isClosed = false;
  let refusal: FailedResult | undefined;
  const refused = (failure: FailedResult): void => {
    refusal ??= failure;
  };
  const info: CallInfo = Object.freeze({
    id: call.id,
    ...(conversation.parent === undefined ? {} : { parentId: conversation.parent.callId }),
    rootId: call.rootId,
    caller: conversation.caller,
    sessionId: conversation.sessionId,
    surface: conversation.surface,
    ...(limitMs === undefined ? {} : { deadline: deps.clock.now() + limitMs }),
    maxOutputChars: outputLimit(call),
  });
  const mayChange = tool.mutates !== false && call.effects.some(({ effect }) => changesSomething(effect));
  const scoped = { mayChange, signal: controller.signal, isClosed: () => isClosed, refused };
  const files = createFilesScope(call, deps, scoped);

  const watch = watchEnd(call, deps, { limitMs, controller });
  try {
    const services = openServices(call, deps, {
      info,
      files,
      mayChange,
      signal: controller.signal,
      refused,
    });
    if (typeof services === "string") return { kind: "threw", failure: missingService(tool.name, services) };
    const context = Object.freeze({
      ...services,
      signal: controller.signal,
      progress: progress.report,
      call: info,
    });
    const body = runBody(call, context, deps.onReturned);
    const first = await Promise.race([body, watch.ended]);
    if (typeof first === "object")
      return refusal === undefined ? first : { kind: "refused", failure: refusal };
    const late = await Promise.race([body, watch.grace()]);
    const kept = typeof late === "object" && late.kind === "returned" ? { late: late.returned } : {};
    return first === "timed_out"
      ? { kind: "timed_out", limitMs: limitMs ?? 0, ...kept }
      : { kind: "cancelled", ...kept };
  } finally {
    isClosed = true;
    progress.close();
    watch.stop();
  }
}

async function runBody(
  call: DecodedCall,
  context: Parameters<ReturnType<typeof bodyOf>["run"]>[1],
  onReturned: PipelineDeps["onReturned"],
): Promise<Extract<RunEnd, { kind: "returned" | "threw" }>> {
  try {
    const returned: unknown = await bodyOf(call.tool).run(call.input, context);
    onReturned?.(call.id, returned);
    return { kind: "returned", returned };
  } catch (error) {
    return { kind: "threw", failure: thrown(call.tool.name, error) };
  }
}

function thrown(tool: string, error: unknown): FailedResult {
  const what =
    error instanceof Error
      ? `${error.name}: ${error.message}`
      : error === undefined
        ? "nothing was said"
        : String(error);
  return fail("execution_error", `${tool} failed with ${what.slice(0, 1800)}`, {
    hint: "this is a fault of the tool or of what it met; change the arguments, or take another way.",
  });
}

function missingService(tool: string, service: string): FailedResult {
  return fail("execution_error", `${tool} needs the service "${service}", which is gone`, {
    hint: "take another way; wield doctor says why it is missing.",
  });
}

function timeLimit(call: DecodedCall): number | undefined {
  const { settings } = call.conversation;
  const limit = settings.timeoutsMs.get(call.tool.name) ?? call.tool.timeoutMs ?? settings.timeoutMs;
  return limit === 0 ? undefined : limit;
}

/** The most characters this caller gets of one result. */
export function outputLimit(call: DecodedCall): number {
  const { caller, settings } = call.conversation;
  const isProgram = caller === "cli" || caller === "http" || caller === "code";
  return isProgram ? Math.max(PROGRAM_OUTPUT_CHARS, settings.maxOutputChars) : settings.maxOutputChars;
}

interface EndWatch {
  readonly ended: Promise<"timed_out" | "cancelled">;
  grace(): Promise<"over">;
  stop(): void;
}

/** Aborts the call at its limit or when its caller cancels. */
function watchEnd(
  call: DecodedCall,
  deps: PipelineDeps,
  how: { readonly limitMs: number | undefined; readonly controller: AbortController },
): EndWatch {
  const cancels: (() => void)[] = [];
  const caller = call.request.signal;
  const ended = new Promise<"timed_out" | "cancelled">((resolve) => {
    const end = (why: "timed_out" | "cancelled"): void => {
      resolve(why);
      how.controller.abort(new DOMException(why, why === "timed_out" ? "TimeoutError" : "AbortError"));
    };
    if (how.limitMs !== undefined) cancels.push(deps.clock.timer(how.limitMs, () => end("timed_out")));
    if (caller === undefined) return;
    const onAbort = (): void => end("cancelled");
    if (caller.aborted) onAbort();
    else {
      caller.addEventListener("abort", onAbort, { once: true });
      cancels.push(() => caller.removeEventListener("abort", onAbort));
    }
  });
  return {
    ended,
    grace: () => new Promise((resolve) => cancels.push(deps.clock.timer(GRACE_MS, () => resolve("over")))),
    stop: () => cancels.forEach((cancel) => cancel()),
  };
}
