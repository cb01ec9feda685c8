import type { AgentEvent } from "@wield/agent";
import { describeRule } from "@wield/core";
import type { ApprovalAnswer } from "@wield/core";
import type { ShownRequest } from "../../approvals/render-request.ts";
import { addBlock, isStream, sealStream, settle } from "./settle.ts";
import type { Block, CallCard, LiveItem, Transcript } from "./transcript.ts";

const OPENABLE = 10;
/** Of one call: more is in the session and in the journal. */
const OPENABLE_CHARS = 20_000;

/** The transcript after one event. Pure. */
export function reduceEvent(before: Transcript, event: AgentEvent): Transcript {
  switch (event.type) {
    case "session":
      return {
        ...before,
        model: event.model,
        toolset: event.toolset,
        toolCount: event.tools.length,
      };
    case "turn":
      return {
        ...addBlock(before, { kind: "person", text: event.text, isSteering: false }),
        turnStartedAt: event.at,
      };
    case "text":
      return stream(before, "answer", event.delta);
    case "reasoning":
      return stream(before, "reasoning", event.delta);
    case "tool_call": {
      const { call_id: callId, tool, input, parent_id: parentId, at } = event;
      const card: CallCard = {
        callId,
        tool,
        input,
        startedAt: at,
        ...(parentId === undefined ? {} : { parentId }),
      };
      const sealed = sealStream(before);
      return { ...sealed, live: [...sealed.live, { kind: "call", card }] };
    }
    case "tool_progress": {
      const { call_id: callId, message, fraction } = event;
      const progress = { message, ...(fraction === undefined ? {} : { fraction }) };
      return changeCard(before, callId, (card) => ({ ...card, progress }));
    }
    case "tool_result":
      return endCard(before, event);
    case "approval":
      return approval(before, event);
    case "ask":
      return before;
    case "todo":
      return { ...before, todos: event.items };
    case "steered":
      return addBlock(sealStream(before), { kind: "person", text: event.text, isSteering: true });
    case "notice":
      return addBlock(before, { kind: "notice", level: event.level, text: event.text });
    case "usage":
      return { ...sealStream(before), usage: { ...event.usage, steps: event.steps } };
    case "reset":
      return withdraw(before);
    case "error":
      return addBlock(sealStream(before), { kind: "notice", level: "error", text: event.message });
    case "done":
      return endTurn(before, event);
  }
}

function stream(before: Transcript, kind: "answer" | "reasoning", delta: string): Transcript {
  if (delta === "") return before;
  const open = before.live.findLast((item) => isStream(item));
  if (open?.kind === kind && !open.isFinal) {
    const longer: LiveItem = { ...open, text: open.text + delta };
    return { ...before, live: before.live.map((item) => (item === open ? longer : item)) };
  }
  const item: LiveItem = { kind, text: delta, isFinal: false, wasSplit: false, isContinued: false };
  const sealed = sealStream(before);
  return { ...sealed, live: [...sealed.live, item] };
}

/** The request is made again: what it had streamed so far counts no more. */
function withdraw(before: Transcript): Transcript {
  const isOpen = (item: LiveItem): boolean => isStream(item) && !item.isFinal;
  const live = before.live.filter((item) => !isOpen(item));
  const wasPrinted = before.live.some((item) => isStream(item) && !item.isFinal && item.wasSplit);
  const after = settle({ ...before, live });
  const text = "the answer above broke off and does not count; it is asked for again";
  return wasPrinted ? addBlock(after, { kind: "notice", level: "warn", text }) : after;
}

function changeCard(before: Transcript, callId: string, change: (card: CallCard) => CallCard): Transcript {
  return {
    ...before,
    live: before.live.map((item) =>
      item.kind === "call" && item.card.callId === callId ? { ...item, card: change(item.card) } : item,
    ),
  };
}

type ResultEvent = Extract<AgentEvent, { type: "tool_result" }>;

function endCard(before: Transcript, event: ResultEvent): Transcript {
  const { call_id: callId, status, text, notes, duration_ms: durationMs, output_ref: outputRef } = event;
  const diff = diffOf(event.data);
  const end = {
    status,
    text: text.length > OPENABLE_CHARS ? `${text.slice(0, OPENABLE_CHARS).toWellFormed()}…` : text,
    notes,
    durationMs,
    ...(diff === undefined ? {} : { diff }),
    ...(outputRef === undefined ? {} : { outputRef }),
  };
  const known = before.live.some((item) => item.kind === "call" && item.card.callId === callId);
  const unannounced: CallCard = { callId, tool: event.tool, input: {}, startedAt: event.at };
  const started: Transcript = known
    ? before
    : { ...before, live: [...before.live, { kind: "call", card: unannounced }] };
  const changed = changeCard(started, callId, (card) => withoutProgress({ ...card, end }));
  const ended = changed.live.flatMap((item) =>
    item.kind === "call" && item.card.callId === callId ? [item.card] : [],
  );
  return settle({ ...changed, openable: [...changed.openable, ...ended].slice(-OPENABLE) });
}

function withoutProgress({ progress: _progress, ...card }: CallCard): CallCard {
  return card;
}

function diffOf(data: ResultEvent["data"]): string | undefined {
  if (typeof data !== "object" || data === null || Array.isArray(data)) return undefined;
  const diff: unknown = Object.hasOwn(data, "diff") ? Reflect.get(data, "diff") : undefined;
  return typeof diff === "string" && diff !== "" ? diff : undefined;
}

function approval(before: Transcript, event: Extract<AgentEvent, { type: "approval" }>): Transcript {
  const { id, request, answer } = event;
  const open = before.live.find((item) => item.kind === "approval" && item.request.id === id);
  if (answer === undefined) {
    if (request === undefined || open !== undefined) return before;
    return { ...before, live: [...before.live, { kind: "approval", request }] };
  }
  const live = before.live.filter((item) => item !== open);
  const asked = open?.kind === "approval" ? open.request : request;
  const block = asked === undefined ? undefined : decision(asked, answer);
  return block === undefined ? settle({ ...before, live }) : addBlock({ ...before, live }, block);
}

/** How a request was answered, as one line. */
function decision(request: ShownRequest, answer: ApprovalAnswer): Block {
  const { choice, by, remark, surface } = answer;
  const rule = request.rule === undefined ? "" : `: ${describeRule(request.rule)}`;
  const elsewhere = surface === "terminal" ? "" : ` (${by}, ${surface})`;
  const words = {
    once: "allowed once",
    session: `allowed for this session${rule}`,
    always: `allowed always in this workspace${rule}`,
    deny: remark === undefined ? "refused" : `refused: ${remark}`,
  }[choice];
  const [effect] = request.effectWords;
  const what = effect === undefined ? request.tool : `${request.tool} (${effect})`;
  return { kind: "decision", what, text: words + elsewhere, isAllowed: choice !== "deny" };
}

function endTurn(before: Transcript, event: Extract<AgentEvent, { type: "done" }>): Transcript {
  const sealed = sealStream(before);
  // A call that is still open has no result any more: shown as it stands.
  const rest = sealed.live.flatMap((item): readonly Block[] => {
    if (item.kind === "block") return [item.block];
    return item.kind === "call" ? [{ kind: "call", card: interrupted(item.card, event.at) }] : [];
  });
  const { turnStartedAt, ...kept } = sealed;
  const end: Block = {
    kind: "end",
    reason: event.reason,
    usage: event.usage,
    steps: event.steps,
    calls: event.calls,
    durationMs: Math.max(0, event.at - (turnStartedAt ?? event.at)),
  };
  return { ...kept, live: [], finished: [...sealed.finished, ...rest, end] };
}

function interrupted(card: CallCard, at: number): CallCard {
  const end = {
    status: "interrupted",
    text: "",
    notes: [],
    durationMs: Math.max(0, at - card.startedAt),
  } as const;
  return card.end === undefined ? { ...card, end } : card;
}
