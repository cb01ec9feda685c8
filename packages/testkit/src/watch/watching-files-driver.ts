import type { FileAccess, FilesDriver } from "@wield/core";

/** A change a tool asked for through its files service. */
export interface RequestedChange {
  readonly access: Exclude<FileAccess, "read">;
  /** Display path. */
  readonly path: string;
  /** True when the pipeline refused it. */
  readonly isRefused: boolean;
}

/** A files driver that keeps what it was asked to change, refused changes included. */
export interface WatchingFilesDriver extends FilesDriver {
  /** Changes since the last call, in the order they were asked for. */
  take(): readonly RequestedChange[];
}

export function watchFilesDriver(inner: FilesDriver): WatchingFilesDriver {
  let requested: RequestedChange[] = [];
  return {
    resolve: (path, workspace) => inner.resolve(path, workspace),
    open: (scope) =>
      inner.open({
        ...scope,
        judge(access, path) {
          const refusal = scope.judge(access, path);
          if (access !== "read")
            requested.push({ access, path: path.display, isRefused: refusal !== undefined });
          return refusal;
        },
      }),
    take() {
      const taken = requested;
      requested = [];
      return taken;
    },
  };
}
