import type { FileAccess, Files, FilesDriver, SearchOptions, WalkOptions } from "@wield/core";
import { asHost, asTool } from "./guard-programs.ts";

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
      mayStartPrograms(
        inner.open({
          ...scope,
          judge(access, path) {
            const refusal = scope.judge(access, path);
            if (access !== "read")
              requested.push({ access, path: path.display, isRefused: refusal !== undefined });
            return refusal;
          },
        }),
      ),
    take() {
      const taken = requested;
      requested = [];
      return taken;
    },
  };
}

/** Walks and searches may be made by a program of the host. What they call back is the tool's. */
function mayStartPrograms(files: Files): Files {
  return {
    ...files,
    walk: (path: string, options: WalkOptions) => asHost(() => files.walk(path, callingTool(options))),
    search: (path: string, options: SearchOptions) => asHost(() => files.search(path, callingTool(options))),
  };
}

function callingTool<Options extends object>(options: Options): Options {
  const members = Object.entries(options).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === "function"
      ? (...given: readonly unknown[]): unknown => asTool(() => Reflect.apply(member, options, given))
      : member,
  ]);
  return { ...options, ...Object.fromEntries(members) };
}
