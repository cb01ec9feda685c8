import { isUnknowable } from "../effects/effect.ts";
import { locksConflict, sharedChange, type LockKey } from "../effects/lock-keys.ts";
import { stop } from "./call-state.ts";
import type { CallOutcome, CallRequest, Conversation, StageFailure } from "./call.ts";
import type { CallSteps, PlannedCall } from "./call-steps.ts";
import { locksOf } from "./prepare.ts";

interface Entry {
  readonly planned: PlannedCall;
  readonly keys: readonly LockKey[];
  readonly isUnknowable: boolean;
  readonly isOfServer: boolean;
}

/** One call of a batch on its way: what it is, once that is known, and how it ends. */
interface Running {
  readonly entry: Promise<Entry>;
  readonly outcome: Promise<CallOutcome>;
}

/**
 * Runs the calls of one answer. What does not conflict runs side by side, at most `maxParallel`; what does keeps
 * call order. After a failed change the later changes of the same path or record are not run.
 */
export async function runBatch(
  requests: readonly CallRequest[],
  conversation: Conversation,
  steps: CallSteps,
): Promise<readonly CallOutcome[]> {
  const slots = createSlots(conversation.settings.maxParallel);
  const calls: Running[] = [];
  for (const [index, request] of requests.entries()) {
    const entry = steps.plan(request, conversation).then(describe);
    const outcome = runEntry(entry, { earlier: () => calls.slice(0, index), steps, slots });
    calls.push({ entry, outcome });
  }
  return Promise.all(calls.map(({ outcome }) => outcome));
}

function describe(planned: PlannedCall): Entry {
  const { state } = planned;
  const kinds = state.effects.map(({ effect }) => effect);
  const { tool, input } = state;
  const isOpaque = kinds.length > 0 && kinds.every((effect) => effect.kind === "opaque");
  return {
    planned,
    keys: tool === undefined || input === undefined ? [] : locksOf({ ...state, tool, input }),
    isUnknowable: kinds.some(isUnknowable),
    isOfServer: isOpaque && tool !== undefined && tool.name.startsWith("mcp__"),
  };
}

interface Place {
  readonly earlier: () => readonly Running[];
  readonly steps: CallSteps;
  readonly slots: Slots;
}

async function runEntry(planning: Promise<Entry>, place: Place): Promise<CallOutcome> {
  const { steps, slots } = place;
  const entry = await planning;
  const { planned } = entry;
  if (planned.ended !== undefined) return planned.ended;
  const refused = await steps.approve(planned);
  if (refused !== undefined) return refused;
  const failed = await waitForEarlier(entry, place.earlier());
  if (failed !== undefined) return steps.drop(planned, failed);
  const release = await slots.take();
  try {
    return await steps.execute(planned);
  } finally {
    release();
  }
}

/** Waits for the calls before this one that it may not overtake; the reason when one of them holds it back. */
async function waitForEarlier(entry: Entry, earlier: readonly Running[]): Promise<StageFailure | undefined> {
  for (const before of earlier) {
    const known = await before.entry;
    if (!mustWait(entry, known)) continue;
    const outcome = await before.outcome;
    // One that was itself held back says nothing of what it would have changed.
    if (entry.isUnknowable || (outcome.status !== "failed" && outcome.status !== "denied")) continue;
    const shared = sharedChange(known.keys, entry.keys);
    if (shared === undefined) continue;
    return stop("prepare", "cancelled", {
      code: "cancelled",
      message: `not run: ${outcome.call.tool}, which touches the same ${displayOf(entry, shared)}, failed before it`,
      hint: "look at that failure first, then make this call again.",
    });
  }
  return undefined;
}

function mustWait(entry: Entry, before: Entry): boolean {
  if (locksConflict(entry.keys, before.keys)) return true;
  // Tools of servers are trusted to know what they touch: neighbours run side by side.
  if (entry.isOfServer && before.isOfServer) return false;
  return entry.isUnknowable || before.isUnknowable;
}

function displayOf(entry: Entry, { key, isPath }: LockKey): string {
  if (!isPath) return key.replace(":", " ");
  const found = entry.planned.state.effects.find(({ path }) => path?.real === key);
  return found?.path?.display ?? key;
}

interface Slots {
  take(): Promise<() => void>;
}

function createSlots(most: number): Slots {
  // Never none: the batch would wait for ever.
  let free = Math.max(1, most || 1);
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    take: async () => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return release;
    },
  };
}
