import { posix } from "node:path";
import { type Outcome, value, type Workspace } from "@wield/core";
import type { RemoteShell } from "../../files/remote/connection/remote-shell.ts";
import { contentOf } from "../../files/remote/read-remote-file.ts";
import { locateRemote } from "../../files/remote/place/remote-locate.ts";
import { isInside } from "../../walk/zone.ts";
import type { RulesAbove } from "../ignore/ignore-level.ts";
import { parseIgnoreRules } from "../ignore/ignore-rules.ts";
import { IGNORE_FILE, MOST_IGNORE_BYTES } from "../ignore/read-ignore-file.ts";
import { excludes } from "../ignore/rules-above.ts";

/**
 * The rules of the ignore files above a real folder there, the nearest first, within the session's own folders. None
 * when they exclude the folder itself, since whoever names it means it. The shell leaves its folder.
 */
export async function remoteRulesAbove(
  shell: RemoteShell,
  folder: string,
  { root, writeRoots, readRoots }: Workspace,
): Promise<Outcome<readonly RulesAbove[]>> {
  const rules: RulesAbove[] = [];
  for (let below = folder; ; below = posix.dirname(below)) {
    const above = posix.dirname(below);
    const isOwn = [root, ...writeRoots, ...readRoots].some((start) => isInside(start, above));
    if (above === below || !isOwn) return value(rules);
    const located = await locateRemote(shell, posix.join(above, IGNORE_FILE));
    if (!located.ok) return located;
    const { ending, real, isLink } = located.value;
    if (isLink || ending.kind !== "found" || posix.dirname(real) !== above) continue;
    const { stats } = ending.object;
    if (!stats.isFile() || stats.size > MOST_IGNORE_BYTES) continue;
    const read = await contentOf(shell, { bytes: IGNORE_FILE, limit: MOST_IGNORE_BYTES });
    if (!read.ok) return read;
    const found = "error" in read.value ? undefined : parseIgnoreRules(ignoreText(read.value.bytes));
    const way = posix.relative(above, folder);
    if (found === undefined) continue;
    if (excludes(found, way)) return value([]);
    rules.push({ rules: found, way: `${way}/` });
  }
}

export function ignoreText(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString()
    .replace(/^\uFEFF/, "");
}
