// For tests: a scope that allows everything inside the workspace and writes down what it was asked.
import type {
  FailedResult,
  FileAccess,
  FileBefore,
  FilesScope,
  ResolvedPath,
  Sighting,
  UndoReceipt,
  Workspace,
} from "@wield/core";
import { outsideWorkspace } from "@wield/core";

export interface ScopeFixture extends FilesScope {
  readonly judged: { readonly access: FileAccess; readonly path: ResolvedPath }[];
  readonly undo: FileBefore[];
  readonly changes: { readonly path: string; readonly access: "write" | "delete" }[];
  readonly seen: Map<string, Sighting>;
  abort(): void;
}

export interface ScopeFixtureOptions {
  /** Refusals besides those of places outside. */
  readonly deny?: (access: FileAccess, path: ResolvedPath) => FailedResult | undefined;
  readonly saveUndo?: (before: FileBefore) => UndoReceipt | Promise<UndoReceipt>;
  readonly isStrict?: boolean;
  readonly maxUndoBytes?: number;
}

let temporaryFiles = 0;

export function createScopeFixture(workspace: Workspace, options: ScopeFixtureOptions = {}): ScopeFixture {
  const controller = new AbortController();
  const seen = new Map<string, Sighting>();
  const fixture: ScopeFixture = {
    workspace,
    judged: [],
    undo: [],
    changes: [],
    seen,
    maxUndoBytes: options.maxUndoBytes ?? 32 * 1024 * 1024,
    signal: controller.signal,
    abort: () => controller.abort(),
    judge(access, path) {
      fixture.judged.push({ access, path });
      return options.deny?.(access, path) ?? outsideWorkspace(path, workspace, access);
    },
    mayProceedWithoutUndo: ({ isAtomic }) => isAtomic && options.isStrict !== true,
    async saveUndo(before) {
      fixture.undo.push(before);
      return (await options.saveUndo?.(before)) ?? { kept: true };
    },
    temporaryPath(real) {
      temporaryFiles += 1;
      const folder = real.slice(0, real.lastIndexOf("/") + 1);
      return `${folder}.wield-${process.pid}-${temporaryFiles}.tmp`;
    },
    changed: (path, access) => fixture.changes.push({ path, access }),
    sightings: {
      get: (real) => Promise.resolve(seen.get(real)),
      set: (real, sighting) => void seen.set(real, sighting),
      forget: (real) => void seen.delete(real),
    },
  };
  return fixture;
}
