import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

/** A fresh home and a fresh workspace on the real disk. */
export interface TemporaryPlaces {
  /** Holds both and nothing else. */
  readonly root: string;
  readonly home: string;
  readonly workspace: string;
  /** Writes a file below the root, making its folders. Returns its path. */
  write(path: string, content: string): string;
}

const roots: string[] = [];

afterAll(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

/** Removed when the tests of the file have ended. */
export function temporaryPlaces(): TemporaryPlaces {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "wield-app-")));
  roots.push(root);
  const home = join(root, "home");
  const workspace = join(root, "work");
  mkdirSync(home);
  mkdirSync(workspace);
  return {
    root,
    home,
    workspace,
    write: (path, content) => {
      const file = join(root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
  };
}
