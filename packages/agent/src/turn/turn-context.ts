import type { AppendOptions, SessionEvent, TokenUsage } from "@wield/core";
import type { AgentParts, ConversationSource } from "../agent-parts.ts";
import type { RequestMaker } from "../compaction/request-maker.ts";
import type { HelperCosts } from "../delegation/sub-agents.ts";
import type { AgentEventBody } from "../events/agent-event.ts";
import type { ConversationRecord } from "../session/conversation-record.ts";
import type { Steering, WaitingInput } from "../session/steering.ts";

/** What the effects of one turn work with. */
export interface TurnContext {
  readonly parts: AgentParts;
  readonly sessionId: string;
  readonly turn: number;
  /** Id of the message that began the turn. */
  readonly startId: string;
  readonly record: ConversationRecord;
  readonly source: ConversationSource;
  readonly steering: Steering;
  readonly signal: AbortSignal;
  readonly maker: RequestMaker;
  /** Changes the record at once; resolves when it is on disk, or with `mayFollow` when it is written. */
  readonly store: (event: SessionEvent, options?: AppendOptions) => Promise<void>;
  readonly emit: (body: AgentEventBody) => void;
  /** These words of the person are part of the turn now. */
  readonly onDelivered: (waiting: readonly WaitingInput[]) => void;
  /** Tokens of requests besides the steps: summaries, judgements. */
  readonly noteUsage: (usage: TokenUsage) => void;
  /** What sub-agents and other requests have cost since it was last asked. */
  readonly takeCosts: () => HelperCosts;
}
