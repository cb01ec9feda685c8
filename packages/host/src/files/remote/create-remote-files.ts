import { type Files, type FilesDriver, type FileStat, type Outcome, value } from "@wield/core";
import { bytesOf } from "../../content/bytes-of.ts";
import type { RemotePlace } from "../../processes/remote/remote-place.ts";
import { searchRemoteFiles } from "../../search/remote/search-remote-files.ts";
import { walkRemoteFolder } from "../../search/remote/walk-remote-folder.ts";
import { noteSeenAt } from "../../sightings/note-seen.ts";
import { createQueue } from "../call-queue.ts";
import { appendRemoteFile } from "./change/append-remote-file.ts";
import { deleteRemoteFile } from "./change/delete-remote-file.ts";
import { writeRemoteFile } from "./change/write-remote-file.ts";
import { ShellPool } from "./connection/shell-pool.ts";
import { findRemotePath } from "./open/open-remote-path.ts";
import { listRemoteFolder } from "./list-remote-folder.ts";
import { openRemoteForReading, type RemoteWork } from "./open/open-remote-for-reading.ts";
import { remotePath } from "./place/remote-locate.ts";
import { readRemoteFile, readRemoteText } from "./read-remote-file.ts";
import type { RemoteContext } from "./remote-context.ts";

export interface RemoteFilesDriver extends FilesDriver {
  /** Ends the shells that serve the files. The place itself stays open. */
  close(): void;
}

/**
 * The files of a place with nothing but a POSIX shell and the programs that are everywhere. Paths, messages and codes
 * are those of this machine's files; a place that does not answer fails with `backend_unavailable`.
 */
export function createRemoteFiles(place: RemotePlace): RemoteFilesDriver {
  const pool = new ShellPool(place);
  return {
    resolve: (path, workspace) =>
      pool.use(undefined, async (shell) => {
        const found = await findRemotePath(shell, path, workspace);
        return found.ok ? remotePath(found.value, path, workspace) : found;
      }),
    open: (scope) => filesOf({ scope, pool, reached: new Map() }),
    close: () => pool.close(),
  };
}

function filesOf(context: RemoteContext): Files {
  const { scope, pool } = context;
  const inOrder = createQueue();
  const change = <Result>(make: (work: RemoteWork) => Promise<Outcome<Result>>): Promise<Outcome<Result>> =>
    inOrder(() =>
      pool.use(scope.signal, async (shell) => {
        try {
          return await make({ shell, scope });
        } finally {
          // What did not come to its place goes.
          await shell.ask("leave", { isWhole: true });
        }
      }),
    );
  return {
    read: (path, options) => readRemoteFile(context, path, options),
    readText: (path, options) => readRemoteText(context, path, options),
    stat: (path) => statRemote(context, path),
    list: (path) => listRemoteFolder(context, path),
    walk: (path, options) =>
      pool.use(scope.signal, (shell) => walkRemoteFolder({ shell, scope }, path, options)),
    search: (path, options) =>
      pool.use(scope.signal, (shell) => searchRemoteFiles({ shell, scope }, path, options)),
    write: (path, content, options) =>
      change((work) => writeRemoteFile(work, { ...options, given: path, content: bytesOf(content) })),
    append: (path, content) => change((work) => appendRemoteFile(work, path, bytesOf(content))),
    delete: (path) => change((work) => deleteRemoteFile(work, path)),
    async lastSeen(path) {
      const real = await realOf(context, path);
      return real.ok ? scope.sightings.get(real.value) : undefined;
    },
    async noteSeen(path, sighting) {
      const real = await realOf(context, path);
      if (real.ok) await noteSeenAt(scope, real.value, sighting);
    },
  };
}

/** What the call has read is remembered under the place it was read at. */
async function realOf({ scope, pool, reached }: RemoteContext, path: string): Promise<Outcome<string>> {
  const known = reached.get(path);
  if (known !== undefined) return value(known);
  return pool.use(scope.signal, async (shell) => {
    const found = await findRemotePath(shell, path, scope.workspace);
    return found.ok ? value(found.value.real) : found;
  });
}

function statRemote({ scope, pool }: RemoteContext, given: string): Promise<Outcome<FileStat>> {
  return pool.use(scope.signal, async (shell) => {
    const opening = await openRemoteForReading({ shell, scope }, given, "file");
    if (!opening.ok) return opening;
    const { stats } = opening.value.object;
    return value({
      path: opening.value.opened.path.display,
      kind: stats.kind,
      size: Number(stats.size),
      mode: Number(stats.mode) & 0o7777,
      modifiedAt: stats.modifiedAt,
    });
  });
}
