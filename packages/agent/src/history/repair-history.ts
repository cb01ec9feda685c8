import {
  type AssistantMessage,
  type CallPart,
  type Message,
  nameLetters,
  type ResultMessage,
} from "@wield/core";
import { callsOf } from "../turn/messages.ts";
import type { Cleaner } from "./clean-message.ts";

/** What a call without a result is answered. */
export const INTERRUPTED = "interrupted: the call did not finish; it may have happened";

const CALL_ID = /^[A-Za-z0-9_-]{1,64}$/;
const LOST = "The arguments that came were no JSON object:";
const MEANS_NOTHING = /^\s*(?:\{\s*\}|null)?\s*$/;
const MOST_RAW_CHARACTERS = 500;

/** Makes a history as a provider takes it. Works on a copy; a complete history comes back as it is. */
export type HistoryRepair = (messages: readonly Message[]) => readonly Message[];

/** What was repaired before, up to the newest answer: results of that one may still come. */
interface Settled {
  /** The messages it was made of. */
  readonly source: readonly Message[];
  readonly repaired: readonly Message[];
}

/**
 * Every call with its one result right behind it and in call order, unique ids, nothing empty, nothing the present
 * model cannot read. What has not changed since the last time is not looked at again, so that a step costs the same
 * in a long conversation.
 */
export function createHistoryRepair(clean: Cleaner): HistoryRepair {
  let settled: Settled = { source: [], repaired: [] };
  let ids = new Set<string>();
  return (messages) => {
    if (!startsWith(messages, settled.source)) {
      settled = { source: [], repaired: [] };
      ids = new Set();
    }
    const from = settled.source.length;
    const newest = Math.max(from, lastAnswer(messages));
    const more = repairPart(messages, { from, to: newest, ids, clean });
    const repaired = more.length === 0 ? settled.repaired : [...settled.repaired, ...more];
    settled = { source: messages.slice(0, newest), repaired };
    const tail = repairPart(messages, { from: newest, to: messages.length, ids: new Overlay(ids), clean });
    const whole = [...repaired, ...tail];
    return isSame(whole, messages) ? messages : whole;
  };
}

interface Part {
  readonly from: number;
  readonly to: number;
  /** Ids of calls that were sent already. */
  readonly ids: Ids;
  readonly clean: Cleaner;
}

type Ids = Pick<Set<string>, "has" | "add">;

/** Adds to a set without changing it. */
class Overlay implements Pick<Set<string>, "has"> {
  readonly #below: ReadonlySet<string>;
  readonly #own = new Set<string>();

  constructor(below: ReadonlySet<string>) {
    this.#below = below;
  }

  has(id: string): boolean {
    return this.#own.has(id) || this.#below.has(id);
  }

  add(id: string): Set<string> {
    return this.#own.add(id);
  }
}

function repairPart(messages: readonly Message[], { from, to, ids, clean }: Part): readonly Message[] {
  const repaired: Message[] = [];
  const first = firstUser(messages);
  for (let index = Math.max(from, first); index < to; index += 1) {
    const message = messages[index] as Message;
    if (message.role === "result") continue; // Results of calls are taken with them.
    const cleaned = clean(message);
    if (cleaned === undefined) continue;
    if (cleaned.role !== "assistant" || message.role !== "assistant") repaired.push(cleaned);
    else {
      const end = nextAnswer(messages, index + 1);
      repaired.push(...pairCalls(cleaned, message, { messages, from: index + 1, to: end, ids, clean }));
    }
  }
  return repaired;
}

/** A history begins with somebody who asks. */
function firstUser(messages: readonly Message[]): number {
  const index = messages.findIndex(({ role }) => role === "user");
  return index < 0 ? messages.length : index;
}

function lastAnswer(messages: readonly Message[]): number {
  return Math.max(
    0,
    messages.findLastIndex(({ role }) => role === "assistant"),
  );
}

function startsWith(messages: readonly Message[], beginning: readonly Message[]): boolean {
  return (
    messages.length >= beginning.length && beginning.every((message, index) => message === messages[index])
  );
}

interface Pairing {
  /** Results of this answer stand between these. */
  readonly messages: readonly Message[];
  readonly from: number;
  readonly to: number;
  /** Ids of calls that were sent already. */
  readonly ids: Ids;
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

function freeId(wanted: string, taken: Pick<Ids, "has">): string {
  const clean = CALL_ID.test(wanted) ? wanted : nameLetters(wanted).slice(0, 56) || "call";
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
