import type {
  ApprovalStore,
  AgentDesk,
  Clock,
  Conversation,
  IdSource,
  Log,
  ModelPort,
  Outcome,
  Pipeline,
  SessionStore,
  Surface,
  TodoLists,
} from "@wield/core";
import type { AgentSettings } from "./agent-settings.ts";
import type { NoticeSource } from "./background/notice-source.ts";
import type { Worktrees } from "./delegation/worktrees.ts";
import type { PromptFacts } from "./prompt/prompt-facts.ts";

/** Everything the loop needs of the product around it. */
export interface AgentParts {
  readonly pipeline: Pick<Pipeline, "batch">;
  readonly sessions: SessionStore;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly log: Log;
  readonly settings: AgentSettings;
  /** What a session may use, on its surface. Told apart by session: handles of one session share overrides. */
  readonly conversation: (options: AgentConversationOptions) => ConversationSource;
  /** For sessions that name none: `provider/name`. */
  readonly defaultModel: string;
  /** By `provider/name`. Fails with `unknown_model` or what the provider needs. */
  readonly model: (id: string) => Promise<Outcome<ModelPort>>;
  /** What the system prompt says of the surroundings. */
  readonly prompt: () => PromptFacts;
  /** Where a session says that it keeps its task list itself. */
  readonly todos?: Pick<TodoLists, "attach">;
  /** Where a session says that it has sub-agents; without it there are none. */
  readonly agents?: Pick<AgentDesk, "attach">;
  /** For sub-agents that work in a folder of their own. */
  readonly worktrees?: Worktrees;
  /** Fails with `unknown_toolset`, the known ones as hint. */
  readonly knowsToolset?: (name: string) => Outcome<string>;
  /** Told to the person with the first turn. */
  readonly startNotices?: readonly string[];
  /** A sub-agent's session begins: what runs there begins where its parent is. */
  readonly onChildOpened?: (sessionId: string, parentId: string) => void;
  /** What still runs in a session that is closed is ended. */
  readonly onClosed?: (sessionId: string) => Promise<void>;
  /** Requests that an earlier process of a session has left. */
  readonly approvals?: Pick<ApprovalStore, "ofCall">;
  /** Background work whose end is announced. */
  readonly notices?: readonly NoticeSource[];
}

export interface AgentConversationOptions {
  readonly sessionId: string;
  readonly caller: "agent" | "subagent";
  readonly surface: Surface;
  /** Of the request; beats all settings. */
  readonly toolset?: string;
}

/** Gives a fresh snapshot for each step. */
export interface ConversationSource {
  snapshot(): Conversation;
}
