import { join, relative } from "node:path";
import { listToolFiles, type Runtime, type ToolFileCandidate } from "@wield/app";

/** The tool files that the next start would import: the person's, and the folder's once it is trusted. */
export function ownToolFiles({ home, workspaceRoot, trust }: Runtime): readonly ToolFileCandidate[] {
  const own = listToolFiles(join(home, "tools"), { mayFollowLinks: true });
  if (trust.kind !== "trusted") return own;
  return [...own, ...listToolFiles(folderOf(workspaceRoot), { mayFollowLinks: false })];
}

/** The folder's tool files that no start imports before somebody trusts them, relative to the folder. */
export function waitingToolFiles({ workspaceRoot, trust }: Runtime): readonly string[] {
  if (trust.kind !== "waiting") return [];
  const found = listToolFiles(folderOf(workspaceRoot), { mayFollowLinks: false });
  return found.map(({ path }) => relative(workspaceRoot, path));
}

function folderOf(workspaceRoot: string): string {
  return join(workspaceRoot, ".wield", "tools");
}
