import {
  decodeText,
  fail,
  type Files,
  type FilesDriver,
  type FileStat,
  type Outcome,
  value,
} from "@wield/core";
import type { RemotePlace } from "../../processes/remote/remote-place.ts";
import { ShellPool } from "./connection/shell-pool.ts";
import { findRemotePath } from "./open/open-remote-path.ts";
import { openRemoteForReading } from "./open/open-remote-for-reading.ts";
import { remotePath } from "./place/remote-locate.ts";
import { readRemoteFile } from "./read-remote-file.ts";
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
  const notYet = async () => fail("io_error", "this cannot be done on a server yet");
  return {
    read: (path, options) => readRemoteFile(context, path, options),
    readText: async (path, options) => {
      const read = await readRemoteFile(context, path, options);
      if (!read.ok) return read;
      const { bytes, isCapped, size } = read.value;
      const decoded = decodeText(bytes, { path: read.value.path, isCapped, totalBytes: size });
      return decoded.ok ? value(decoded.value.text) : decoded;
    },
    stat: (path) => statRemote(context, path),
    list: notYet,
    walk: notYet,
    search: notYet,
    write: notYet,
    append: notYet,
    delete: notYet,
    lastSeen: async () => undefined,
    noteSeen: async () => undefined,
  };
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
