import { join } from "node:path";
import { fail, value } from "@wield/core";
import type { FailedResult, Outcome } from "@wield/core";
import { closestPathsHint } from "../missing/closest-paths.ts";
import { lookAlikes } from "../missing/look-alikes.ts";
import { resolvedPath } from "../paths/resolved-path.ts";
import { locate } from "../walk/locate.ts";
import { displayOf } from "../walk/zone.ts";
import { noSuchFile } from "./failures.ts";
import { mayShow, openPath } from "./open-path.ts";
import type { FilesContext, OpenPath } from "./open-path.ts";
import type { Held } from "../walk/held.ts";

export interface OpenForReading {
  readonly opened: OpenPath;
  readonly object: Held;
  readonly notes: readonly string[];
}

/**
 * Opens what exists: under exactly the name given, else under the one name that looks the same. A name
 * that is missing fails with the closest ones that exist. Of an exact file neither is looked for.
 */
export async function openForReading(
  context: FilesContext,
  given: string,
  wanted: "file" | "exact file" | "directory",
): Promise<Outcome<OpenForReading>> {
  const notes: string[] = [];
  let actual: string | undefined;
  for (;;) {
    const opening = openPath(context, "read", { given, ...(actual === undefined ? {} : { actual }) });
    if (!opening.ok) return opening;
    const opened = opening.value;
    if (opened.object !== undefined) return value({ opened, object: opened.object, notes });
    using missing = opened;
    if (wanted === "exact file") return noSuchFile("read", missing.path.display);
    const twins = visibleTwins(context, missing);
    const [twin] = twins;
    if (twin === undefined || actual === twin.real) {
      return noSuchFile("read", missing.path.display, await closestPathsHint(context, missing.path, wanted));
    }
    if (twins.length > 1) return severalTwins(missing.path.display, twins);
    notes.push(usedTwin(twin));
    actual = twin.real;
  }
}

/** A name that looks like one that is missing. */
export interface Twin {
  /** The true name of the one segment that differs. */
  readonly name: string;
  readonly display: string;
  /** The whole path with that name in it. */
  readonly real: string;
}

function visibleTwins(context: FilesContext, missing: OpenPath): readonly Twin[] {
  const { folder, rest } = missing.located;
  const [name, ...below] = rest;
  const at = folder.real();
  if (name === undefined || at === undefined) return [];
  const { workspace } = context.scope;
  return lookAlikes(folder, name).flatMap((twin) => {
    const path = join(at, twin);
    using located = locate(context.walker, path);
    if (!mayShow(context.scope, resolvedPath(located, path, workspace))) return [];
    return [{ name: twin, display: displayOf(path, workspace), real: join(path, ...below) }];
  });
}

export function usedTwin({ name }: Twin): string {
  return `the name given does not exist; ${JSON.stringify(name)}, which looks the same, was used`;
}

export function severalTwins(missing: string, twins: readonly Twin[]): FailedResult {
  const names = twins.map(({ display }) => JSON.stringify(display)).join(" and ");
  return fail("no_such_file", `cannot read ${missing}: no such file, but ${names} look the same`, {
    hint: "rename one of them, or copy the exact name from list_files",
  });
}
