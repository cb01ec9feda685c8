import { value, type OpenSession, type Outcome, type SessionEvent, type Surface } from "@wield/core";
import type { AgentParts } from "./agent-parts.ts";
import type { AgentSession } from "./agent-session.ts";
import { LiveSession } from "./session/live-session.ts";
import { openStored } from "./session/open-stored.ts";

export interface AgentSessionOptions {
  readonly workspaceRoot: string;
  readonly surface: Surface;
  /** Id of a session to go on with. Without one a new session begins. */
  readonly resume?: string;
  /** A session that is open already, such as a fork. */
  readonly session?: OpenSession;
  /** `provider/name`; default: what the session used last, else the default of the parts. */
  readonly model?: string;
  /** Of the request; beats all settings. */
  readonly toolset?: string;
  /** False: ended background work never starts a turn by itself, as in a headless run. Default: true. */
  readonly wakes?: boolean;
}

/**
 * Opens a conversation. Fails with what opening the session fails with (`no_such_session`, `session_in_use`, `not_saved`) and what
 * the model needs (`unknown_model`).
 */
export async function openAgentSession(
  parts: AgentParts,
  options: AgentSessionOptions,
): Promise<Outcome<AgentSession>> {
  const { session: given, resume, workspaceRoot } = options;
  const opened =
    given === undefined
      ? await openStored(parts, { workspaceRoot, ...(resume === undefined ? {} : { resume }) })
      : value(given);
  if (!opened.ok) return opened;
  const session = opened.value;
  const model = await parts.model(options.model ?? modelOf(session) ?? parts.defaultModel);
  if (!model.ok) {
    await session.close();
    return model;
  }
  const { surface, toolset } = options;
  const source = parts.conversation({
    sessionId: session.id,
    caller: "agent",
    surface,
    ...(toolset === undefined ? {} : { toolset }),
  });
  return value(
    new LiveSession({ parts, session, model: model.value, source, wakes: options.wakes ?? true, depth: 0 }),
  );
}

function modelOf({ events }: OpenSession): string | undefined {
  const setting = events
    .map(({ event }) => event)
    .findLast(
      (event): event is Extract<SessionEvent, { kind: "setting" }> =>
        event.kind === "setting" && event.model !== undefined,
    );
  return setting?.model;
}
