import { join } from "node:path";
import { listToolFiles, type Runtime, type ToolFileCandidate } from "@wield/app";

/** The tool files that the next start would import: the person's, and the folder's once it is trusted. */
export function ownToolFiles({ home, workspaceRoot, trust }: Runtime): readonly ToolFileCandidate[] {
  const own = listToolFiles(join(home, "tools"), { mayFollowLinks: true });
  if (trust.kind !== "trusted") return own;
  return [...own, ...listToolFiles(join(workspaceRoot, ".wield", "tools"), { mayFollowLinks: false })];
}
