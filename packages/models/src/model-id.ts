import { fail, value, type Outcome } from "@wield/core";

/** `PROVIDER/NAME`, parted. */
export interface ModelId {
  readonly provider: string;
  readonly modelName: string;
}

/** Parts an id at its first slash; names may hold more of them. Fails with `invalid_model_id`. */
export function parseModelId(id: string): Outcome<ModelId> {
  const slash = id.indexOf("/");
  const provider = id.slice(0, slash);
  const modelName = id.slice(slash + 1).trim();
  if (slash > 0 && modelName !== "") return value({ provider: provider.toLowerCase(), modelName });
  return fail("invalid_model_id", `"${id}" is no model: PROVIDER/NAME is expected`, {
    hint: "write for example anthropic/claude-sonnet-4-5, or ollama/NAME for a model on this machine.",
  });
}
