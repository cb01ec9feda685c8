import { join } from "node:path";
import type { Places } from "../config/places.ts";
import type { WorkspaceState } from "../trust/hash-workspace.ts";
import { workspaceFolder } from "../trust/workspace-trust.ts";
import type { ToolFolder } from "./load-tool-files.ts";

/** Where tool files are looked for: the person's folder, and the workspace's in the state that is trusted. */
export function toolFolders(places: Places, trusted: WorkspaceState | undefined): readonly ToolFolder[] {
  const own: ToolFolder = { folder: join(places.home, "tools"), source: "person" };
  if (trusted?.kind !== "something") return [own];
  const base = workspaceFolder(places);
  const contents = [...trusted.contents].map(([file, digest]) => [join(base, file), digest] as const);
  return [own, { folder: join(base, "tools"), source: "workspace", trusted: new Map(contents) }];
}
