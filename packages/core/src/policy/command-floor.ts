import type { FloorPlaces } from "../ports/floor.ts";
import type { Workspace } from "../ports/paths.ts";
import { below } from "./floor.ts";
import type { GuardVerdict, ResolvedCommand } from "./guard.ts";

const HINT = "do not repeat it; a person has to do this by hand.";

/** What no mode and no rule permits a command: to ruin the machine, or to take Wield's own home away as a whole. */
export function commandFloor(
  { parsed, named }: ResolvedCommand,
  where: { readonly floor: FloorPlaces; readonly workspace: Workspace },
): GuardVerdict | undefined {
  if (parsed.ruin !== undefined)
    return { decision: "deny", reason: `this command is never run: ${parsed.ruin}`, hint: HINT };
  for (const { effect, path, isWhole, pattern } of named) {
    if (path === undefined || pattern !== undefined || !isWhole || effect.kind === "read") continue;
    const isHome = path.real === where.workspace.home;
    if (effect.kind === "delete" && (path.real === "/" || isHome))
      return {
        decision: "deny",
        reason: `this command is never run: it deletes ${isHome ? "the home folder" : "the root folder"} as a whole`,
        hint: HINT,
      };
    if (below(path.real, where.floor.home) !== undefined)
      return {
        decision: "deny",
        reason: `${path.display} holds what belongs to Wield itself, and this command changes all of it`,
        hint: "name what is to be changed more closely.",
      };
  }
  return undefined;
}
