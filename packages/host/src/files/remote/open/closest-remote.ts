import { posix } from "node:path";
import { type Outcome, type ResolvedPath, value } from "@wield/core";
import { MAX_JUDGED, MAX_SUGGESTIONS, rootOf, suggestionHint } from "../../../missing/closest-paths.ts";
import { nearestNames } from "../../../missing/nearest-names.ts";
import { quoteWord } from "../../../processes/shell/quote-word.ts";
import { mayShow } from "../../open-path.ts";
import { locateRemote, remotePath } from "../place/remote-locate.ts";
import type { RemoteWork } from "./open-remote-for-reading.ts";

/** A hint with up to three paths that exist and may be read, close to one that does not. */
export async function closestRemoteHint(
  { shell, scope }: RemoteWork,
  missing: ResolvedPath,
  wanted: "file" | "directory",
): Promise<Outcome<string | undefined>> {
  const root = rootOf(missing.real, scope.workspace);
  if (root === undefined) return value(undefined);
  const kinds = wanted === "file" ? "! -type d" : "\\( -type d -o -type l \\)";
  const listed = await shell.ask(`nearby ${quoteWord(root)} ${kinds}`);
  if (!listed.ok) return listed;
  // A name with a line break comes as two that do not exist.
  const paths = listed.value.body
    .toString()
    .split("\n")
    .map((line) => line.replace(/^\.\//, ""));
  const candidates = paths.map((path) => ({ path, name: posix.basename(path) }));
  const shown: string[] = [];
  for (const path of nearestNames(posix.relative(root, missing.real), candidates).slice(0, MAX_JUDGED)) {
    const located = await locateRemote(shell, posix.join(root, path));
    if (!located.ok) return located;
    const { ending } = located.value;
    if (ending.kind !== "found" || ending.object.stats.isDirectory() !== (wanted === "directory")) continue;
    const resolved = remotePath(located.value, path, scope.workspace);
    if (mayShow(scope, resolved) && !shown.includes(resolved.display)) shown.push(resolved.display);
    if (shown.length === MAX_SUGGESTIONS) break;
  }
  return value(suggestionHint(shown));
}
