import type { AgentSession } from "@wield/agent";
import { openAgent, serverAskers } from "@wield/app";
import type { Runtime } from "@wield/app";
import type { ModelPort, Outcome } from "@wield/core";
import type { OpenRequest } from "../chat/slash/slash-world.ts";

export interface RunOpening {
  readonly first: OpenRequest;
  readonly models: (id: string) => Promise<Outcome<ModelPort>>;
  readonly flags: ReadonlyMap<string, string>;
  readonly maxSteps?: number;
}

/** The conversation of a headless run, where nobody can be asked. Fails as opening the session or the model does. */
export function openRun(
  runtime: Runtime,
  { first, models, flags, maxSteps }: RunOpening,
): Promise<Outcome<AgentSession>> {
  const model = flags.get("model");
  // Somebody who wants to be asked is asked where this home is served.
  const askers = flags.get("approve") === "prompt" ? serverAskers(runtime.home, { onlyAttended: false }) : [];
  return openAgent(runtime, {
    surface: "terminal",
    models,
    wakes: false,
    askers,
    noAskerReason: "wield run is headless; with --approve prompt a running wield serve of this home asks",
    ...(first.kind === "resume" ? { resume: first.id } : {}),
    ...(model === undefined ? {} : { model }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
  });
}
