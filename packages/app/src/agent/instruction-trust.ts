import type { Store } from "@wield/store";
import type { WorkspaceState } from "../trust/hash-workspace.ts";
import { readProjectInstructions } from "./project-instructions.ts";

/** Stands where the hash of a `.wield` would: the folder has none, and its instructions alone are trusted. */
const INSTRUCTIONS_ALONE = "instructions";

/** Instructions are trusted with the folder's `.wield`; in a folder without one they can be trusted by themselves. */
export async function mayUseInstructions(
  store: Pick<Store, "trust">,
  workspaceRoot: string,
  { state, isTrusted }: { readonly state: WorkspaceState; readonly isTrusted: boolean },
): Promise<boolean> {
  if (state.kind !== "nothing") return isTrusted;
  return store.trust.isTrusted(workspaceRoot, INSTRUCTIONS_ALONE).catch(() => false);
}

export function trustInstructions(store: Pick<Store, "trust">, workspaceRoot: string): Promise<void> {
  return store.trust.set(workspaceRoot, INSTRUCTIONS_ALONE);
}

export async function hasInstructions(workspaceRoot: string): Promise<boolean> {
  return (await readProjectInstructions(workspaceRoot)) !== undefined;
}
