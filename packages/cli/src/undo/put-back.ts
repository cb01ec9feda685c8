import { fail, value } from "@wield/core";
import type { FailedResult, Files, Outcome } from "@wield/core";
import type { FoundPath } from "./find-paths.ts";
import type { Restoring } from "./restoring.service.ts";

export interface PutBackOptions {
  readonly files: Files;
  readonly restoring: Restoring;
  /** Folders to remove when they are empty. */
  readonly folders: readonly string[];
  readonly signal: AbortSignal;
}

export interface PutBack {
  /** One line per path. */
  readonly text: string;
  readonly notes: readonly string[];
}

/** Puts the paths back one after the other. What was done is told when one of them fails. */
export async function putBack(
  paths: readonly FoundPath[],
  options: PutBackOptions,
): Promise<Outcome<PutBack>> {
  const lines: string[] = [];
  const notes: string[] = [];
  for (const path of paths) {
    if (path.isThere) {
      lines.push(`${path.display}: is already as it was`);
      continue;
    }
    if (options.signal.aborted) return stopped(lines, path, fail("cancelled", "it was stopped"));
    const done = await putBackOne(path, options);
    if (!done.ok) return stopped(lines, path, done);
    lines.push(`${path.display}: ${done.value.what}`);
    notes.push(...done.value.notes.map((note) => `${path.display}: ${note}`));
  }
  for (const folder of deepestFirst(options.folders)) {
    const removed = await options.restoring.removeEmptyFolder(folder);
    if (removed.ok && removed.value) lines.push(`${folder}: the empty folder is removed`);
  }
  return value({ text: lines.join("\n"), notes });
}

interface Done {
  readonly what: string;
  readonly notes: readonly string[];
}

async function putBackOne(path: FoundPath, { files, restoring }: PutBackOptions): Promise<Outcome<Done>> {
  const { past, presentHash } = path;
  if (past.kind === "impossible") return fail("not_kept", past.reason);
  if (past.state.kind === "absent") {
    const deleted = await files.delete(path.path);
    return deleted.ok ? value({ what: "deleted", notes: deleted.value.notes ?? [] }) : deleted;
  }
  const written = await files.write(
    path.path,
    past.state.bytes,
    presentHash === undefined ? { isNew: true } : { expectedHash: presentHash },
  );
  if (!written.ok) return written;
  const notes = [...written.value.notes];
  if (written.value.isCreated && past.mode !== undefined) {
    const given = await restoring.setMode(path.path, past.mode);
    if (!given.ok || !given.value) notes.push(`its mode ${past.mode.toString(8)} could not be given back`);
  }
  return value({ what: written.value.isCreated ? "made again" : "put back", notes });
}

function stopped(done: readonly string[], path: FoundPath, failure: FailedResult): FailedResult {
  if (done.length === 0) {
    const { code, message, hint } = failure;
    return fail(code, `${path.display}: ${message}`, hint === undefined ? {} : { hint });
  }
  return fail(
    "partly_undone",
    `stopped at ${path.display}: ${failure.message}. Done before: ${done.join("; ")}`,
    {
      hint: "this undo can itself be taken back; wield undo --list shows it.",
    },
  );
}

/** Real paths of one tree: what lies deeper is longer than what it lies in. */
function deepestFirst(folders: readonly string[]): readonly string[] {
  return [...new Set(folders)].toSorted((left, right) => right.length - left.length);
}
