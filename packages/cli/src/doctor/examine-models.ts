import { describeModels } from "@wield/app";
import type { Runtime } from "@wield/app";
import { finding } from "./finding.ts";
import type { Finding } from "./finding.ts";

/** Which model is chosen, where it is asked, and where its key is from. Nothing is asked of anybody. */
export async function examineModels(
  runtime: Runtime,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Finding> {
  const { model, origin, usable, fault } = await describeModels(runtime, env);
  if (fault !== undefined) return finding("model", "fault", `${model} cannot be asked: ${fault}`, usable);
  if (model === "manual")
    return finding("model", "ok", `manual: calls are typed by a person (${origin})`, usable);
  if (model !== "auto") return finding("model", "ok", `${model} (${origin})`, usable);
  return usable.length === 0
    ? finding(
        "model",
        "ok",
        "none is configured: a server on this machine is used if one runs, else calls are typed by a person (wield setup)",
      )
    : finding("model", "ok", "none is configured: the first provider with a key is asked", usable);
}
