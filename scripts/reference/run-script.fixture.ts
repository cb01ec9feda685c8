import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Ran {
  readonly status: number | null;
  readonly said: string;
}

/** Runs one of the scripts in a process of its own. */
export function runScript(name: string, ...args: readonly string[]): Ran {
  const script = fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
  return { status, said: stderr };
}

/** A new folder that is removed with `using`. */
export function temporaryFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "wield-scripts-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** A page as it is committed. */
export function documentPath(name: string): string {
  return fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));
}
