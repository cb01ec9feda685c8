import { bodyOf } from "../contract/tool-body.ts";
import { changesSomething } from "../effects/effect.ts";
import { fail, type FailedResult } from "../contract/result.ts";
import type { CallInfo } from "../contract/tool-definition.ts";
import type { DecodedCall } from "./call-state.ts";
import type { PipelineDeps } from "./deps.ts";
import { createFilesScope } from "./files-scope.ts";
import { openServices } from "./open-services.ts";
import { createProgressGate } from "./progress.ts";
import { quote } from "../text/quote.ts";

/** How long a call may go on after its limit or a cancel, to tidy up and say what it did. */
const GRACE_MS = 5000;

/** Characters of one result for programs; models have `maxOutputChars`. */
const PROGRAM_OUTPUT_CHARS = 1024 * 1024;

/** What became of a tool that was told to stop: `hasEnded` within the grace, and what it returned then. */
export interface LateEnd {
  readonly hasEnded: boolean;
  readonly returned?: unknown;
}

export type RunEnd =
  /** What the tool returned, not yet looked at. */
  | { readonly kind: "returned"; readonly returned: unknown }
  | { readonly kind: "threw"; readonly failure: FailedResult }
  | { readonly kind: "refused"; readonly failure: FailedResult }
  | { readonly kind: "timed_out"; readonly limitMs: number; readonly late: LateEnd }
  | { readonly kind: "cancelled"; readonly late: LateEnd };

/** Runs the tool inside its time limit, with services made for this one call. Never throws for a tool's fault. */
export async function run(call: DecodedCall, deps: PipelineDeps): Promise<RunEnd> {
  const { tool, conversation } = call;
  const limitMs = timeLimit(call);
  const controller = new AbortController();
  const progress = createProgressGate(call.request.onProgress, {
    callId: call.id,
    clock: deps.clock,
    scrubber: call.scrubber,
    log: deps.log,
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
    ...(limitMs === undefined ? {} : { deadline: deps.clock.now() + limitMs, limitMs }),
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
    if ("missing" in services)
      return { kind: "threw", failure: missingService(tool.name, services.missing, services.why) };
    const context = Object.freeze({
      ...services.opened,
      signal: controller.signal,
      progress: progress.report,
      call: info,
    });
    const body = runBody(call, deps.wrapContext?.(context) ?? context, deps.onReturned);
    const first = await Promise.race([body, watch.ended]);
    if (typeof first === "object")
      return refusal === undefined ? first : { kind: "refused", failure: refusal };
    const afterwards = await Promise.race([body, watch.grace()]);
    const late: LateEnd = {
      hasEnded: typeof afterwards === "object",
      ...(typeof afterwards === "object" && afterwards.kind === "returned"
        ? { returned: afterwards.returned }
        : {}),
    };
    if (first === "cancelled") return { kind: "cancelled", late };
    return refusal === undefined
      ? { kind: "timed_out", limitMs: limitMs ?? 0, late }
      : { kind: "refused", failure: refusal };
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
  return fail("execution_error", `${tool} failed with ${describeThrown(error)}`, {
    hint: "this is a fault of the tool or of what it met; change the arguments, or take another way.",
  });
}

/** Anything can be thrown, also what cannot be read. */
function describeThrown(error: unknown): string {
  if (error === undefined) return "an error that says nothing";
  try {
    if (error instanceof Error) return `${error.name}: ${error.message}`;
    return typeof error === "string" ? error : quote(error);
  } catch {
    return "an error that cannot be read";
  }
}

function missingService(tool: string, service: string, why: string): FailedResult {
  return fail("execution_error", `${tool} needs the service "${service}", which is gone (${why})`, {
    hint: "take another way; wield doctor says why it is missing.",
  });
}

function timeLimit(call: DecodedCall): number | undefined {
  const { settings } = call.conversation;
  const own = bodyOf(call.tool).limitMs?.(call.input);
  if (own !== undefined) return own;
  // A person who is asked is not hurried, unless a setting for this very tool says so.
  const asksPeople = call.effects.some(({ effect }) => effect.kind === "person");
  const general = asksPeople ? 0 : (call.tool.timeoutMs ?? settings.timeoutMs);
  const limit = settings.timeoutsMs.get(call.tool.name) ?? general;
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
