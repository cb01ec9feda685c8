import type { Runtime } from "@wield/app";
import type { ModelPort, Outcome } from "@wield/core";
import type { CommandInput } from "../argv/command-spec.ts";

/** Models by `provider/name`, with the keys of this command's environment. Loaded when the first one is asked for. */
export function openModels(
  runtime: Runtime,
  { env }: Pick<CommandInput, "env">,
): (id: string) => Promise<Outcome<ModelPort>> {
  return async (id) => {
    const { openModel } = await import("@wield/models");
    return openModel(id, { env, fetch, clock: runtime.agent.clock, random: Math.random });
  };
}
