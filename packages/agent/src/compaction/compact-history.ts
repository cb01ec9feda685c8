import type { Conversation, SessionEvent, TokenUsage } from "@wield/core";
import type { CompactionSettings } from "../agent-settings.ts";
import type { ConversationRecord } from "../session/conversation-record.ts";
import { planSummary } from "./plan-summary.ts";
import type { MadeRequest, RequestMaker } from "./request-maker.ts";
import { summarise, summaryText } from "./summarise.ts";

export interface Compacting {
  readonly maker: RequestMaker;
  readonly record: ConversationRecord;
  readonly conversation: Conversation;
  readonly settings: CompactionSettings;
  readonly signal: AbortSignal;
  readonly store: (event: SessionEvent) => Promise<void>;
  /** Tokens to come below; a summary is made only when cut results do not reach. */
  readonly target: number;
  /** Tokens that the model takes at the most. */
  readonly room: number;
  readonly focus?: string;
  /** Told what a summary has used. */
  readonly noteUsage: (usage: TokenUsage) => void;
}

export interface Compacted {
  readonly before: number;
  readonly after: number;
  readonly made: MadeRequest;
  /** What could not be done, for the person. */
  readonly problem?: string;
}

/**
 * Long results are cut first; then, if that does not reach, the middle becomes a summary. When the request still does
 * not fit the model, the messages of earlier turns are cut, however short the conversation is: one of them may be too
 * long by itself. The record keeps it all.
 */
export async function compactHistory(how: Compacting): Promise<Compacted> {
  const { maker, record, conversation, settings, target } = how;
  const before = maker.make(conversation).tokens;
  const messages = record.requestMessages();
  const lastCut = messages[Math.max(0, messages.length - settings.keepLast) - 1];
  if (lastCut !== undefined) maker.shortenUpTo(lastCut.id);
  const shortened = maker.make(conversation);
  if (shortened.tokens <= target) return { before, after: shortened.tokens, made: shortened };
  const problem = await replaceMiddle(how);
  const summarised = maker.make(conversation);
  const isCut =
    summarised.tokens > how.room && maker.limitEarlier(summarised, Math.max(target, how.room / 2));
  const made = isCut ? maker.make(conversation) : summarised;
  const told = isCut && made.tokens <= how.room ? "long messages of earlier turns are sent cut" : problem;
  return { before, after: made.tokens, made, ...(told === undefined ? {} : { problem: told }) };
}

async function replaceMiddle(how: Compacting): Promise<string | undefined> {
  const { maker, record, settings, signal, store, focus } = how;
  const messages = record.requestMessages();
  const range = planSummary(messages, settings);
  if (range === undefined) return "the conversation is too short to be summarised";
  const middle = messages.slice(range.from, range.to);
  const first = middle[0];
  const last = middle.at(-1);
  if (first === undefined || last === undefined) return "there is nothing to summarise";
  const summary = await summarise(middle, {
    model: maker.model,
    signal,
    noteUsage: how.noteUsage,
    ...(focus === undefined ? {} : { focus }),
  });
  switch (summary.kind) {
    case "cancelled":
      return "it was stopped";
    case "useless":
      return "the summary was no shorter than what it stands for";
    case "made":
    case "failed": {
      const former = record.summary;
      const isFormer = first.role === "user" && first.origin === "summary";
      const firstId = isFormer && former !== undefined ? former.firstId : first.id;
      const text = summaryText(summary, middle.length, record.todos);
      await store({ kind: "summary", firstId, lastId: last.id, text });
      return summary.kind === "failed" ? `the summary failed: ${summary.why}` : undefined;
    }
  }
}
