import type { FilesScope, Outcome } from "@wield/core";
import { value } from "@wield/core";
import { noSuchFile } from "../../failures.ts";
import type { RemoteShell } from "../connection/remote-shell.ts";
import type { RemoteStats } from "../place/remote-stats.ts";
import { openRemotePath, type OpenRemotePath } from "./open-remote-path.ts";

export interface OpenRemoteForReading {
  readonly opened: OpenRemotePath;
  readonly object: { readonly stats: RemoteStats };
  readonly notes: readonly string[];
}

export async function openRemoteForReading(
  work: { readonly shell: RemoteShell; readonly scope: FilesScope },
  given: string,
  _wanted: "file" | "exact file" | "directory",
): Promise<Outcome<OpenRemoteForReading>> {
  const opening = await openRemotePath(work, "read", { given });
  if (!opening.ok) return opening;
  const opened = opening.value;
  if (opened.object === undefined) return noSuchFile("read", opened.path.display);
  return value({ opened, object: opened.object, notes: [] });
}
