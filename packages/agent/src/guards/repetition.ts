import type { SeenCall } from "./call-digest.ts";

const LONGEST_CYCLE = 5;
const POLL_HINT = 20;
const POLL_STOP = 60;

/** What is known of equal calls in this turn. Plain data; the functions here make the next one. */
export interface Repetition {
  /** Per fingerprint: the newest result, and how often in a row it was the same. */
  readonly counts: ReadonlyMap<string, { readonly result: string; readonly count: number }>;
  /** The newest calls, oldest first, without polls. */
  readonly recent: readonly { readonly fingerprint: string; readonly result: string }[];
  /** What was pointed out already. */
  readonly pointedOut: ReadonlySet<string>;
  /** Polls in a row that showed nothing new. */
  readonly idlePolls: number;
}

export interface RepetitionRules {
  readonly repeatLimit: number;
  readonly exempt: readonly string[];
}

export interface RepetitionFinding {
  readonly state: Repetition;
  /** At most one line per batch for the model. */
  readonly line?: string;
  /** The call that ends the turn. */
  readonly stop?: string;
}

export const NO_REPETITION: Repetition = {
  counts: new Map(),
  recent: [],
  pointedOut: new Set(),
  idlePolls: 0,
};

/** Takes in a batch whose results are known. */
export function noteCalls(
  before: Repetition,
  calls: readonly SeenCall[],
  rules: RepetitionRules,
): RepetitionFinding {
  const state = calls.reduce((known, call) => noteCall(known, call, rules), before);
  const polls = judgePolls(state);
  const loops = judgeLoops(state, calls, rules);
  const { keys, line, stop } = loops.keys.length > 0 ? loops : polls;
  const isNew = keys.some((key) => !state.pointedOut.has(key));
  return {
    state: isNew ? { ...state, pointedOut: new Set([...state.pointedOut, ...keys]) } : state,
    ...(isNew && line !== undefined ? { line } : {}),
    ...(stop === undefined ? {} : { stop }),
  };
}

/**
 * The proposed call that would bring a repetition to its end, supposing that it gives what it gave before. Only what
 * was pointed out already is judged beforehand.
 */
export function foreseeStop(
  before: Repetition,
  proposed: readonly { readonly tool: string; readonly fingerprint: string; readonly isPoll: boolean }[],
  rules: RepetitionRules,
): string | undefined {
  let state = before;
  for (const call of proposed) {
    const known = state.counts.get(call.fingerprint);
    if (known === undefined) return undefined;
    state = noteCall(state, { ...call, result: known.result, status: "ok" }, rules);
    const { stop, keys } = judgeLoops(state, [call], rules);
    if (stop !== undefined && keys.some((key) => before.pointedOut.has(key))) return stop;
  }
  return undefined;
}

function noteCall(state: Repetition, call: SeenCall, rules: RepetitionRules): Repetition {
  const { fingerprint, result } = call;
  const known = state.counts.get(fingerprint);
  const isSame = known?.result === result;
  const counts = new Map(state.counts).set(fingerprint, {
    result,
    count: isSame ? known.count + 1 : 1,
  });
  if (call.isPoll) return { ...state, counts, idlePolls: isSame ? state.idlePolls + 1 : 0 };
  if (rules.exempt.includes(call.tool)) return { ...state, idlePolls: 0 };
  const kept = LONGEST_CYCLE * 2 * rules.repeatLimit;
  return {
    ...state,
    counts,
    recent: [...state.recent, { fingerprint, result }].slice(-kept),
    idlePolls: 0,
  };
}

interface Judged {
  /** What is pointed out by the line. */
  readonly keys: readonly string[];
  readonly line?: string;
  readonly stop?: string;
}

const NOTHING: Judged = { keys: [] };

/** A circle goes before its members: its line says more. What must end goes before both. */
function judgeLoops(
  state: Repetition,
  calls: readonly { readonly fingerprint: string; readonly isPoll: boolean; readonly tool: string }[],
  { repeatLimit, exempt }: RepetitionRules,
): Judged {
  const cycle = judgeCycle(state, repeatLimit);
  let found = NOTHING;
  for (const { fingerprint, isPoll, tool } of calls) {
    const count = state.counts.get(fingerprint)?.count ?? 0;
    if (isPoll || exempt.includes(tool) || count < repeatLimit) continue;
    const shown = clip(fingerprint);
    const line = `${shown} was called ${count} times with the same result. Repeating it gives the same; do something else, or say what blocks.`;
    if (count >= 2 * repeatLimit) return { keys: [fingerprint], stop: shown, line };
    if (found === NOTHING || !state.pointedOut.has(fingerprint)) found = { keys: [fingerprint], line };
  }
  return cycle === NOTHING ? found : cycle;
}

function judgeCycle({ recent }: Repetition, repeatLimit: number): Judged {
  const cycle = findCycle(recent);
  if (cycle === undefined || cycle.repeats < repeatLimit) return NOTHING;
  const { members, repeats } = cycle;
  const keys = [`cycle ${members.toSorted().join(" | ")}`, ...members];
  const shown = clip(members.join(", then "));
  if (repeats >= 2 * repeatLimit) return { keys, stop: shown };
  return {
    keys,
    line: `these calls go round in a circle with the same results (${repeats} times): ${shown}. Going round again gives the same; do something else, or say what blocks.`,
  };
}

function judgePolls({ idlePolls }: Repetition): Judged {
  const keys = ["polls"];
  if (idlePolls >= POLL_STOP) return { keys, stop: `${idlePolls} looks in a row without news` };
  if (idlePolls < POLL_HINT) return NOTHING;
  return {
    keys,
    line: `${idlePolls} looks in a row showed nothing new. Wait longer in one call, or do other work meanwhile; its end is announced.`,
  };
}

/** How often the newest calls repeat one sequence of two to five different calls with the same results. */
function findCycle(
  recent: Repetition["recent"],
): { readonly members: readonly string[]; readonly repeats: number } | undefined {
  const same = (left: number, right: number): boolean =>
    recent[left]?.fingerprint === recent[right]?.fingerprint &&
    recent[left]?.result === recent[right]?.result;
  for (let length = 2; length <= LONGEST_CYCLE; length += 1) {
    let equal = 0;
    for (let index = recent.length - 1; index - length >= 0 && same(index, index - length); index -= 1) {
      equal += 1;
    }
    const repeats = Math.floor(equal / length) + 1;
    const members = recent.slice(-length).map(({ fingerprint }) => fingerprint);
    if (repeats >= 2 && new Set(members).size > 1) return { members, repeats };
  }
  return undefined;
}

function clip(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200).toWellFormed()}…`;
}
