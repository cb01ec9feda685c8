import type { AgentSession } from "@wield/agent";
import { openAgent } from "@wield/app";
import type { ConversationHandle, Runtime } from "@wield/app";
import { value } from "@wield/core";
import type { Asker, ModelPort, Outcome } from "@wield/core";
import type { OpenRequest } from "../slash/slash-world.ts";

/** A conversation with a model, and the settings that hold for it. */
export interface OpenedChat {
  readonly session: AgentSession;
  readonly handle: ConversationHandle;
}

export interface ChatOpening {
  readonly runtime: Runtime;
  readonly models: (id: string) => Promise<Outcome<ModelPort>>;
  /** `--model`. */
  readonly model?: string;
  readonly askers: readonly Asker[];
  readonly noAskerReason?: string;
}

/** Opens conversations at this terminal. Fails as opening the session or the model does. */
export async function openChat(opening: ChatOpening, request: OpenRequest): Promise<Outcome<OpenedChat>> {
  const { runtime, models, model, askers, noAskerReason } = opening;
  const attached = { askers, ...(noAskerReason === undefined ? {} : { noAskerReason }) };
  const options = {
    surface: "terminal",
    models,
    ...attached,
    ...(model === undefined ? {} : { model }),
  } as const;
  const opened = await openSession(runtime, request, options);
  if (!opened.ok) return opened;
  const session = opened.value;
  const handle = runtime.conversation({
    sessionId: session.id,
    caller: "cli",
    surface: "terminal",
    ...attached,
  });
  return value({ session, handle });
}

type Options = Parameters<typeof openAgent>[1];

async function openSession(
  runtime: Runtime,
  request: OpenRequest,
  options: Options,
): Promise<Outcome<AgentSession>> {
  switch (request.kind) {
    case "new":
      return openAgent(runtime, options);
    case "resume":
      return openAgent(runtime, { ...options, resume: request.id });
    case "fork": {
      const forked = await runtime.store.sessions.fork(request.id);
      return forked.ok ? openAgent(runtime, { ...options, session: forked.value }) : forked;
    }
  }
}
