import type { AssistantMessage, CallPart, Message, ResultMessage } from "@wield/core";
import { callsOf } from "../turn/messages.ts";
import type { Cleaner } from "./clean-message.ts";

/** What a call without a result is answered. */
export const INTERRUPTED = "interrupted: the call did not finish; it may have happened";

const CALL_ID = /^[A-Za-z0-9_-]{1,64}$/;
const LOST = "The arguments that came were no JSON object:";
const MEANS_NOTHING = /^\s*(?:\{\s*\}|null)?\s*$/;
const MOST_RAW_CHARACTERS = 500;

/**
 * The history as a provider takes it: every call with its one result right behind it and in call order, unique ids,
 * nothing empty, nothing the present model cannot read. Works on a copy; a complete history comes back as it is.
 */
export function repairHistory(messages: readonly Message[], clean: Cleaner): readonly Message[] {
  const repaired: Message[] = [];
  const ids = new Set<string>();
  let index = messages.findIndex(({ role }) => role === "user");
  if (index < 0) return [];
  while (index < messages.length) {
    const message = messages[index] as Message;
    index += 1;
    if (message.role === "result") continue; // Results of calls are taken with them.
    const cleaned = clean(message);
    if (cleaned === undefined) continue;
    if (cleaned.role !== "assistant") {
      repaired.push(cleaned);
      continue;
    }
    const end = nextAnswer(messages, index);
    repaired.push(
      ...pairCalls(cleaned, message as AssistantMessage, { messages, from: index, to: end, ids, clean }),
    );
  }
  return isSame(repaired, messages) ? messages : repaired;
}

interface Pairing {
  /** Results of this answer stand between these. */
  readonly messages: readonly Message[];
  readonly from: number;
  readonly to: number;
  /** Ids of calls that were sent already. */
  readonly ids: Set<string>;
  readonly clean: Cleaner;
}

/** The answer and a result for each of its calls. */
function pairCalls(
  cleaned: AssistantMessage,
  original: AssistantMessage,
  pairing: Pairing,
): readonly Message[] {
  const asked = callsOf(original);
  if (asked.length === 0) return [cleaned];
  const results = resultsBetween(pairing);
  const answers: ResultMessage[] = [];
  const parts = cleaned.parts.map((part) => {
    if (part.kind !== "call") return part;
    const callId = freeId(part.callId, pairing.ids);
    pairing.ids.add(callId);
    const call = callId === part.callId ? part : { ...part, callId };
    const came = asked[answers.length];
    const result = results.get(part.callId)?.shift() ?? interrupted(call);
    answers.push(fitted(result, { call, rawInput: came?.rawInput ?? "", clean: pairing.clean }));
    return call;
  });
  const hasNewIds = parts.some((part, index) => part !== cleaned.parts[index]);
  return [hasNewIds ? { ...cleaned, parts } : cleaned, ...answers];
}

/** By id, in the order they were stored: ids may repeat. */
function resultsBetween({ messages, from, to }: Pairing): Map<string, ResultMessage[]> {
  const results = new Map<string, ResultMessage[]>();
  for (let index = from; index < to; index += 1) {
    const message = messages[index];
    if (message?.role !== "result") continue;
    const known = results.get(message.callId);
    if (known === undefined) results.set(message.callId, [message]);
    else known.push(message);
  }
  return results;
}

function interrupted(call: CallPart): ResultMessage {
  return {
    role: "result",
    id: `interrupted_${call.callId}`,
    callId: call.callId,
    tool: call.tool,
    status: "failed",
    code: "interrupted",
    text: INTERRUPTED,
    origins: [],
  };
}

interface Fitting {
  readonly call: CallPart;
  /** Arguments as they came. */
  readonly rawInput: string;
  readonly clean: Cleaner;
}

/** The result under its call's id and name. Arguments that cannot be sent are told here instead. */
function fitted(result: ResultMessage, { call, rawInput, clean }: Fitting): ResultMessage {
  const cleaned = clean(result);
  if (cleaned?.role !== "result") return interrupted(call);
  const isLost = call.rawInput === "{}" && !MEANS_NOTHING.test(rawInput) && !cleaned.text.includes(LOST);
  if (cleaned.callId === call.callId && cleaned.tool === call.tool && !isLost) return cleaned;
  const shown = rawInput.slice(0, MOST_RAW_CHARACTERS).toWellFormed();
  return {
    ...cleaned,
    callId: call.callId,
    tool: call.tool,
    ...(isLost ? { text: `${cleaned.text}\n${LOST} ${shown}` } : {}),
  };
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  const clean = CALL_ID.test(wanted)
    ? wanted
    : wanted.replaceAll(/[^A-Za-z0-9_-]/g, "_").slice(0, 56) || "call";
  let free = clean;
  for (let count = 2; taken.has(free); count += 1) free = `${clean.slice(0, 56)}_${count}`;
  return free;
}

function nextAnswer(messages: readonly Message[], from: number): number {
  for (let index = from; index < messages.length; index += 1) {
    if (messages[index]?.role === "assistant") return index;
  }
  return messages.length;
}

function isSame(left: readonly Message[], right: readonly Message[]): boolean {
  return left.length === right.length && left.every((message, index) => message === right[index]);
}
