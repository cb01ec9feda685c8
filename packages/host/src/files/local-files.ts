import { value } from "@wield/core";
import type { Files, FilesDriver, Outcome, Sighting, Workspace } from "@wield/core";
import { appendFile } from "../change/append-file.ts";
import { deleteFile } from "../change/delete-file.ts";
import { writeFile } from "../change/write-file.ts";
import { bytesOf } from "../content/bytes-of.ts";
import { findPath } from "../paths/find-path.ts";
import { resolvedPath } from "../paths/resolved-path.ts";
import { searchFiles } from "../search/search-files.ts";
import { walkFolder } from "../search/tree/walk-folder.ts";
import { noteSeenAt } from "../sightings/note-seen.ts";
import { checkingHolder } from "../walk/checking-holder.ts";
import { canHoldByDescriptor, descriptorHolder } from "../walk/descriptor-holder.ts";
import type { Holder } from "../walk/held.ts";
import { createWalker } from "../walk/locate.ts";
import type { Walker } from "../walk/locate.ts";
import { createRoots } from "../walk/roots.ts";
import { createQueue } from "./call-queue.ts";
import { listFolder, statFile } from "./look-at.ts";
import type { FilesContext } from "./open-path.ts";
import { readFile, readText } from "./read-file.ts";

export interface LocalFilesOptions {
  /** How objects are held. Default: the safest way this machine has. */
  readonly holding?: Holder["kind"];
}

/**
 * `descriptors` where a link or folder swapped at any instant cannot lead a read or write outside
 * (Linux); `checks` where a path is checked, opened and checked again.
 */
export function localFilesHolding(): Holder["kind"] {
  return canHoldByDescriptor() ? "descriptors" : "checks";
}

/** The files of this machine. */
export function createLocalFiles(options: LocalFilesOptions = {}): FilesDriver {
  const holding = options.holding ?? localFilesHolding();
  const walkerFor = createWalkers(holding === "descriptors" ? descriptorHolder : checkingHolder);
  return {
    async resolve(path, workspace) {
      const found = findPath({ ...walkerFor(workspace), isLookOnly: true }, path, workspace);
      if (!found.ok) return found;
      using located = found.value;
      return resolvedPath(located, path, workspace);
    },
    open: (scope) => filesOf({ scope, walker: walkerFor(scope.workspace), reached: new Map() }),
  };
}

function createWalkers(holder: Holder): (workspace: Workspace) => Walker {
  const roots = createRoots(holder);
  const walkers = new WeakMap<Workspace, Walker>();
  return (workspace) => {
    const known = walkers.get(workspace);
    if (known !== undefined) return known;
    const { root, writeRoots, readRoots } = workspace;
    const walker = createWalker(holder, roots, [root, ...writeRoots, ...readRoots]);
    walkers.set(workspace, walker);
    return walker;
  };
}

function filesOf(context: FilesContext): Files {
  const inOrder = createQueue();
  return {
    read: (path, options) => readFile(context, path, options),
    readText: (path, options) => readText(context, path, options),
    stat: (path) => statFile(context, path),
    list: (path) => listFolder(context, path),
    walk: (path, options) => walkFolder(context, path, options),
    search: (path, options) => searchFiles(context, path, options),
    write: (path, content, options) =>
      inOrder(() => writeFile(context, { ...options, given: path, content: bytesOf(content) })),
    append: (path, content) => inOrder(() => appendFile(context, path, bytesOf(content))),
    delete: (path) => inOrder(() => deleteFile(context, path)),
    async lastSeen(path) {
      const real = realOf(context, path);
      return real.ok ? context.scope.sightings.get(real.value) : undefined;
    },
    noteSeen: (path, sighting) => noteSeen(context, path, sighting),
  };
}

async function noteSeen(context: FilesContext, path: string, sighting: Sighting): Promise<void> {
  const real = realOf(context, path);
  if (real.ok) await noteSeenAt(context.scope, real.value, sighting);
}

/** What the call has read is remembered under the place it was read at. */
function realOf({ scope, walker, reached }: FilesContext, path: string): Outcome<string> {
  const known = reached.get(path);
  if (known !== undefined) return value(known);
  const found = findPath(walker, path, scope.workspace);
  if (!found.ok) return found;
  using located = found.value;
  return value(located.real);
}
