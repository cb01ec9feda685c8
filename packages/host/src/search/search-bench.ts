// For tests: a folder on disk, and the files of one call on it.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Files, SearchEnd, SearchOptions } from "@wield/core";
import { createLocalFiles } from "../files/local-files.ts";
import type { LocalFilesOptions } from "../files/local-files.ts";
import { createScopeFixture } from "../files/scope-fixture.ts";
import type { ScopeFixture, ScopeFixtureOptions } from "../files/scope-fixture.ts";

export interface SearchBench extends Disposable {
  readonly root: string;
  /** A folder beside the root. */
  readonly outside: string;
  put(path: string, content?: string | Uint8Array): void;
  at(path: string): string;
  open(options?: ScopeFixtureOptions & LocalFilesOptions): {
    readonly files: Files;
    readonly scope: ScopeFixture;
  };
}

export function createSearchBench(): SearchBench {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "wield-search-")));
  const root = join(base, "w");
  const outside = join(base, "outside");
  mkdirSync(root);
  mkdirSync(outside);
  const at = (path: string): string => join(root, path);
  return {
    root,
    outside,
    at,
    put(path, content = "") {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), content);
    },
    open({ holding, ...options } = {}) {
      const scope = createScopeFixture({ root, readRoots: [], writeRoots: [], home: base }, options);
      return { files: createLocalFiles(holding === undefined ? {} : { holding }).open(scope), scope };
    },
    [Symbol.dispose]() {
      execFileSync("chmod", ["-R", "u+rwx", base]);
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** What a search asks for when it says nothing else. */
export function searchOptions(
  options: Partial<SearchOptions> & Pick<SearchOptions, "pattern">,
): SearchOptions {
  return {
    isLiteral: false,
    isCaseSensitive: false,
    isMultiline: false,
    includesIgnored: false,
    unit: "matches",
    offset: 0,
    limit: 100,
    context: 0,
    maxCounted: 10_000,
    maxFileBytes: 8 * 1024 * 1024,
    maxMatchLines: 40,
    clip: (text) => text,
    ...options,
  };
}

/** `path:line` of each match. */
export function placesOf(end: SearchEnd): readonly string[] {
  return end.page.flatMap(({ path, matches }) => matches.map(({ line }) => `${path}:${line}`));
}

/** Paths of all files that a walk shows and that are not ignored, in byte order. */
export async function walkedFiles(files: Files, path = "."): Promise<readonly string[]> {
  const found: string[] = [];
  const walked = await files.walk(path, {
    readsIgnoreFiles: true,
    visit(entry) {
      if (entry.ignoredBy !== undefined) return "next";
      if (entry.kind === "file") found.push(entry.path);
      return entry.kind === "directory" ? "enter" : "next";
    },
  });
  if (!walked.ok) throw new Error(walked.message);
  return found.toSorted();
}
