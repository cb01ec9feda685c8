import { isUnknowable } from "../effects/effect.ts";
import { locksConflict, sharedKey, type LockKey } from "../effects/lock-keys.ts";
import { stop } from "./call-state.ts";
import type { CallOutcome, CallRequest, Conversation } from "./call.ts";
import type { CallSteps, PlannedCall } from "./pipeline.ts";
import { locksOf } from "./prepare.ts";

interface Entry {
  readonly planned: PlannedCall;
  readonly keys: readonly LockKey[];
  readonly isUnknowable: boolean;
  readonly isOpaque: boolean;
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
  const planned = await Promise.all(requests.map((request) => steps.plan(request, conversation)));
  const entries = planned.map(describe);
  const slots = createSlots(conversation.settings.maxParallel);
  const outcomes: Promise<CallOutcome>[] = [];
  for (const [index, entry] of entries.entries()) {
    outcomes.push(
      runEntry(entry, {
        earlier: entries.slice(0, index),
        outcomes: outcomes.slice(),
        steps,
        slots,
      }),
    );
  }
  return Promise.all(outcomes);
}

function describe(planned: PlannedCall): Entry {
  const { state } = planned;
  const kinds = state.effects.map(({ effect }) => effect);
  return {
    planned,
    keys:
      state.tool === undefined || state.input === undefined
        ? []
        : locksOf({ ...state, tool: state.tool, input: state.input }),
    isUnknowable: kinds.some(isUnknowable),
    isOpaque: kinds.length > 0 && kinds.every((effect) => effect.kind === "opaque"),
  };
}

interface Place {
  readonly earlier: readonly Entry[];
  readonly outcomes: readonly Promise<CallOutcome>[];
  readonly steps: CallSteps;
  readonly slots: Slots;
}

async function runEntry(entry: Entry, place: Place): Promise<CallOutcome> {
  const { planned } = entry;
  if (planned.ended !== undefined) return planned.ended;
  const refused = await place.steps.approve(planned);
  if (refused !== undefined) return refused;
  for (const [index, before] of place.earlier.entries()) {
    if (mustWait(entry, before)) await place.outcomes[index];
  }
  const failed = await failedBefore(entry, place);
  if (failed !== undefined) return place.steps.drop(planned, failed);
  const release = await place.slots.take();
  try {
    return await place.steps.execute(planned);
  } finally {
    release();
  }
}

function mustWait(entry: Entry, before: Entry): boolean {
  if (locksConflict(entry.keys, before.keys)) return true;
  if (entry.isOpaque && before.isOpaque) return false;
  return entry.isUnknowable || before.isUnknowable;
}

async function failedBefore(entry: Entry, place: Place): Promise<ReturnType<typeof stop> | undefined> {
  if (entry.isUnknowable) return undefined;
  for (const [index, before] of place.earlier.entries()) {
    const key = sharedKey(before.keys, entry.keys);
    const outcome = key === undefined ? undefined : await place.outcomes[index];
    if (key === undefined || outcome === undefined || outcome.status === "ok") continue;
    const what = displayOf(entry, key);
    return stop("prepare", "cancelled", {
      code: "cancelled",
      message: `not run: ${outcome.call.tool}, which touches the same ${what}, failed before it`,
      hint: "look at that failure first, then make this call again.",
    });
  }
  return undefined;
}

function displayOf(entry: Entry, key: string): string {
  const found = entry.planned.state.effects.find(({ path }) => path?.real === key);
  return found?.path?.display ?? key;
}

interface Slots {
  take(): Promise<() => void>;
}

function createSlots(most: number): Slots {
  let free = most;
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
