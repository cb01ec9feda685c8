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

/** Never rejects: a saved rule that cannot be read allows nothing. */
export async function recall(
  store: Store,
  workspaceRoot: string,
  { isCommandLine, rulesOf }: { readonly isCommandLine: boolean; readonly rulesOf: string },
): Promise<Remembered> {
  const problems: string[] = [];
  const outputs = watchOutputs(store.outputs);
  const tell = (what: string) => (error: unknown) => {
    problems.push(`${what} cannot be read: ${String(error)}`);
  };
  const [rules] = await Promise.all([
    store.rules.list(rulesOf).catch(tell("the saved rules of this workspace")),
    isCommandLine
      ? outputs.lookAt(store.commandLineSession(workspaceRoot)).catch(tell("the stored outputs"))
      : undefined,
  ]);
  return { rules: rules ?? [], outputs, problems };
}
