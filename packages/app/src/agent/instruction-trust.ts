import type { Store } from "@wield/store";
import type { WorkspaceState } from "../trust/hash-workspace.ts";

/** Stands where the hash of a `.wield` would: the folder has none, and its instructions alone are trusted. */
const INSTRUCTIONS_ALONE = "instructions";

/**
 * Those of a server (`place` names it) by themselves: what is in a folder of this machine says nothing of them.
 * Otherwise instructions are trusted with the folder's `.wield`; in a folder without one they can be trusted by themselves.
 */
export async function mayUseInstructions(
  store: Pick<Store, "trust">,
  workspaceRoot: string,
  {
    state,
    isTrusted,
    place,
  }: { readonly state: WorkspaceState; readonly isTrusted: boolean; readonly place: string | undefined },
): Promise<boolean> {
  if (place === undefined && state.kind !== "nothing") return isTrusted;
  return store.trust.isTrusted(place ?? workspaceRoot, INSTRUCTIONS_ALONE).catch(() => false);
}

export function trustInstructions(store: Pick<Store, "trust">, folder: string): Promise<void> {
  return store.trust.set(folder, INSTRUCTIONS_ALONE);
}
