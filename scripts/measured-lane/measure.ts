import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CONFIG = fileURLToPath(new URL("vitest.coverage.config.ts", import.meta.url));
const VITEST = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));

/** Where one measurement is kept. */
export interface MeasurementFolder {
  /** Statements by source file, as the test runner reports them. */
  readonly report: string;
  /** What each Node process that a test started says of the code it ran. */
  readonly children: string;
  /** A `node` that measures itself. */
  readonly program: string;
  readonly path: string;
}

export function measurementFolder(root: string): MeasurementFolder {
  const path = join(root, "coverage");
  return {
    path,
    report: join(path, "report/coverage-final.json"),
    children: join(path, "children"),
    program: join(path, "programs/node"),
  };
}

/** Runs all tests below `root` and measures them. Resolves with the exit code of the test runner. */
export async function measure(root: string): Promise<number> {
  const folder = measurementFolder(root);
  rmSync(folder.path, { recursive: true, force: true });
  mkdirSync(folder.children, { recursive: true });
  // Some tests start programs as another user.
  chmodSync(folder.children, 0o1777);
  writeProgram(folder);
  // Two measurements of one process would take each other's counts.
  const { NODE_V8_COVERAGE: _mine, ...env } = process.env;
  const runner = spawn(process.execPath, [VITEST, "run", "--config", CONFIG, "--root", root], {
    cwd: root,
    env: { ...env, WIELD_COVERAGE_FOLDER: folder.path, WIELD_COVERAGE_NODE: folder.program },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return new Promise((resolve, reject) => {
    runner.on("error", reject);
    runner.on("close", (code) => resolve(code ?? 1));
  });
}

/** Processes under Node's permission model may measure themselves and write that down, and nothing else more. */
function writeProgram({ program, children }: MeasurementFolder): void {
  const node = `NODE_V8_COVERAGE='${children}' exec '${process.execPath}'`;
  mkdirSync(join(program, ".."), { recursive: true });
  writeFileSync(
    program,
    `#!/bin/sh
case " $* " in
  *" --permission "*)
    ${node} --allow-inspector --disable-warning=PERM0004 --allow-fs-write='${children}' "$@" ;;
  *) ${node} "$@" ;;
esac
`,
  );
  chmodSync(program, 0o755);
}
