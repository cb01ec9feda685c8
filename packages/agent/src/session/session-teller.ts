import type { AgentEventBody } from "../events/agent-event.ts";
import type { ConversationSource } from "../agent-parts.ts";

export interface SessionTeller {
  readonly sessionId: string;
  readonly source: ConversationSource;
  readonly model: () => string;
  /** Told once, with the first turn. */
  readonly startNotices: readonly string[];
  readonly emit: (body: AgentEventBody) => void;
}

/** Tells what a session is before its first turn, and again when something of that has changed. */
export function createSessionTeller({
  sessionId,
  source,
  model,
  startNotices,
  emit,
}: SessionTeller): () => void {
  let before = "";
  return () => {
    const { tools, workspace } = source.snapshot();
    const told = {
      type: "session" as const,
      session_id: sessionId,
      workspace: workspace.root,
      model: model(),
      toolset: tools.toolset,
      tools: [...tools.active.keys()],
    };
    const now = JSON.stringify(told);
    if (now === before) return;
    const isFirst = before === "";
    before = now;
    emit(told);
    if (isFirst) for (const text of startNotices) emit({ type: "notice", level: "info", text });
  };
}
