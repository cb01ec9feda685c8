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
  const stop = loops.stop ?? polls.stop;
  const line = loops.line ?? polls.line;
  const key = loops.key ?? polls.key;
  const isNew = key !== undefined && !state.pointedOut.has(key);
  return {
    state: isNew ? { ...state, pointedOut: new Set([...state.pointedOut, key]) } : state,
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
    const { stop, key } = judgeLoops(state, [call], rules);
    if (stop !== undefined && key !== undefined && before.pointedOut.has(key)) return stop;
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
  readonly key?: string;
  readonly line?: string;
  readonly stop?: string;
}

function judgeLoops(
  state: Repetition,
  calls: readonly { readonly fingerprint: string; readonly isPoll: boolean; readonly tool: string }[],
  { repeatLimit, exempt }: RepetitionRules,
): Judged {
  let found: Judged = {};
  for (const { fingerprint, isPoll, tool } of calls) {
    const count = state.counts.get(fingerprint)?.count ?? 0;
    if (isPoll || exempt.includes(tool) || count < repeatLimit) continue;
    const shown = clip(fingerprint);
    if (count >= 2 * repeatLimit) return { key: fingerprint, stop: shown, line: repeated(shown, count) };
    if (found.key === undefined || !state.pointedOut.has(fingerprint)) {
      found = { key: fingerprint, line: repeated(shown, count) };
    }
  }
  const cycle = findCycle(state.recent);
  if (cycle === undefined || cycle.repeats < repeatLimit) return found;
  const key = `cycle ${cycle.members.toSorted().join(" | ")}`;
  const shown = clip(cycle.members.join(", then "));
  if (cycle.repeats >= 2 * repeatLimit) return { key, stop: shown };
  if (found.key !== undefined && !state.pointedOut.has(found.key)) return found;
  return {
    key,
    line: `these calls go round in a circle with the same results (${cycle.repeats} times): ${shown}. Going round again gives the same; do something else, or say what blocks.`,
  };
}

function judgePolls({ idlePolls }: Repetition): Judged {
  if (idlePolls >= POLL_STOP) return { key: "polls", stop: `${idlePolls} looks in a row without news` };
  if (idlePolls < POLL_HINT) return {};
  return {
    key: "polls",
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

function repeated(shown: string, count: number): string {
  return `${shown} was called ${count} times with the same result. Repeating it gives the same; do something else, or say what blocks.`;
}

function clip(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200).toWellFormed()}…`;
}
