import { posix } from "node:path";
import type { FilesScope, Outcome } from "@wield/core";
import { value } from "@wield/core";
import { lookAlikesAmong } from "../../../missing/look-alikes.ts";
import { displayOf } from "../../../walk/zone.ts";
import { noSuchFile } from "../../failures.ts";
import { severalTwins, type Twin, usedTwin } from "../../open-for-reading.ts";
import { mayShow } from "../../open-path.ts";
import type { RemoteShell } from "../connection/remote-shell.ts";
import { locateRemote, remotePath } from "../place/remote-locate.ts";
import type { RemoteStats } from "../place/remote-stats.ts";
import { closestRemoteHint } from "./closest-remote.ts";
import { openRemotePath, type OpenRemotePath } from "./open-remote-path.ts";

export interface OpenRemoteForReading {
  readonly opened: OpenRemotePath;
  readonly object: { readonly stats: RemoteStats };
  readonly notes: readonly string[];
}

/** What a call does there, with the shell that does it. */
export interface RemoteWork {
  readonly shell: RemoteShell;
  readonly scope: FilesScope;
}

/**
 * Opens what exists: under exactly the name given, else under the one name that looks the same. A name that is missing
 * fails with the closest ones that exist. Of an exact file neither is looked for.
 */
export async function openRemoteForReading(
  work: RemoteWork,
  given: string,
  wanted: "file" | "exact file" | "directory",
): Promise<Outcome<OpenRemoteForReading>> {
  const notes: string[] = [];
  let actual: string | undefined;
  for (;;) {
    const opening = await openRemotePath(work, "read", {
      given,
      ...(actual === undefined ? {} : { actual }),
    });
    if (!opening.ok) return opening;
    const opened = opening.value;
    const { object, path } = opened;
    if (object !== undefined) return value({ opened, object, notes });
    if (wanted === "exact file") return noSuchFile("read", path.display);
    const twins = await visibleTwins(work, opened);
    if (!twins.ok) return twins;
    const [twin] = twins.value;
    if (twin === undefined || actual === twin.real) {
      const hint = await closestRemoteHint(work, path, wanted);
      return hint.ok ? noSuchFile("read", path.display, hint.value) : hint;
    }
    if (twins.value.length > 1) return severalTwins(path.display, twins.value);
    notes.push(usedTwin(twin));
    actual = twin.real;
  }
}

async function visibleTwins(
  { shell, scope }: RemoteWork,
  missing: OpenRemotePath,
): Promise<Outcome<readonly Twin[]>> {
  const { folder, rest } = missing.located;
  const [name, ...below] = rest;
  if (name === undefined || folder === undefined) return value([]);
  const listed = await shell.ask("names");
  if (!listed.ok) return listed;
  const twins: Twin[] = [];
  for (const twin of lookAlikesAmong(listed.value.body.toString().split("\0"), name)) {
    const path = posix.join(folder, twin);
    const located = await locateRemote(shell, path);
    if (!located.ok) return located;
    if (!mayShow(scope, remotePath(located.value, path, scope.workspace))) continue;
    twins.push({ name: twin, display: displayOf(path, scope.workspace), real: posix.join(path, ...below) });
  }
  return value(twins);
}
