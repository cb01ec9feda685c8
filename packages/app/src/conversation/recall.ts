import type { PermissionRule } from "@wield/core";
import type { Store } from "@wield/store";
import { type WatchedOutputs, watchOutputs } from "./stored-outputs.ts";

/** What earlier processes left for this workspace. */
export interface Remembered {
  readonly rules: readonly PermissionRule[];
  readonly outputs: WatchedOutputs;
  /** What could not be read; the rest counts. */
  readonly problems: readonly string[];
}

const RULES = "the saved rules of this workspace";
const OUTPUTS = "the stored outputs";

/** Never rejects: a saved rule that cannot be read allows nothing. */
export async function recall(
  store: Store,
  workspaceRoot: string,
  { isCommandLine, rulesOf }: { readonly isCommandLine: boolean; readonly rulesOf: string },
): Promise<Remembered> {
  const problems = new Map<string, string>();
  const outputs = watchOutputs(store.outputs);
  const tell = (what: string) => (error: unknown) => {
    problems.set(what, `${what} cannot be read: ${String(error)}`);
  };
  const [rules] = await Promise.all([
    store.rules.list(rulesOf).catch(tell(RULES)),
    isCommandLine ? outputs.lookAt(store.commandLineSession(workspaceRoot)).catch(tell(OUTPUTS)) : undefined,
  ]);
  // Told in one order, whichever was found out first.
  const told = [RULES, OUTPUTS].flatMap((what) => problems.get(what) ?? []);
  return { rules: rules ?? [], outputs, problems: told };
}
