// For tests: the place a files driver works on, reached by other means than the driver.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Files, FilesDriver, Workspace } from "@wield/core";
import { createScopeFixture } from "./scope-fixture.ts";
import type { ScopeFixture, ScopeFixtureOptions } from "./scope-fixture.ts";

export interface DriverBench extends AsyncDisposable {
  readonly driver: FilesDriver;
  /** `w`, with the reading root `ref`, the writing root `out` and the home `home` beside it. */
  readonly workspace: Workspace;
  /** The folder that holds all of these. */
  readonly base: string;
  /** Makes a file and its folders. Paths here are absolute, or relative to the workspace. */
  put(path: string, content: string | Uint8Array, mode?: number): Promise<void>;
  get(path: string): Promise<Buffer>;
  folder(path: string): Promise<void>;
  link(target: string, path: string): Promise<void>;
  hardLink(existing: string, path: string): Promise<void>;
  fifo(path: string): Promise<void>;
  mode(path: string): Promise<number>;
  /** Names in a folder, hidden ones too, in order. */
  names(path: string): Promise<readonly string[]>;
  isLink(path: string): Promise<boolean>;
  exists(path: string): Promise<boolean>;
  /** The files of one call. */
  open(options?: ScopeFixtureOptions): { readonly files: Files; readonly scope: ScopeFixture };
}

/** A fresh folder of this machine. */
export function createLocalBench(driver: FilesDriver): DriverBench {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "wield-files-")));
  const workspace: Workspace = {
    root: join(base, "w"),
    readRoots: [join(base, "ref")],
    writeRoots: [join(base, "out")],
    home: join(base, "home"),
  };
  for (const name of ["w", "ref", "out", "home"]) mkdirSync(join(base, name));
  const at = (path: string): string => (path.startsWith("/") ? path : join(workspace.root, path));
  return {
    driver,
    workspace,
    base,
    async put(path, content, mode) {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), content);
      if (mode !== undefined) chmodSync(at(path), mode);
    },
    get: async (path) => readFileSync(at(path)),
    async folder(path) {
      mkdirSync(at(path), { recursive: true });
    },
    async link(target, path) {
      mkdirSync(dirname(at(path)), { recursive: true });
      symlinkSync(target, at(path));
    },
    hardLink: async (existing, path) => linkSync(at(existing), at(path)),
    async fifo(path) {
      execFileSync("mkfifo", [at(path)]);
    },
    mode: async (path) => lstatSync(at(path)).mode & 0o7777,
    names: async (path) => readdirSync(at(path)).toSorted(),
    isLink: async (path) => lstatSync(at(path)).isSymbolicLink(),
    exists: async (path) => existsSync(at(path)),
    open(options) {
      const scope = createScopeFixture(workspace, options);
      return { files: driver.open(scope), scope };
    },
    async [Symbol.asyncDispose]() {
      rmSync(base, { recursive: true, force: true });
    },
  };
}
