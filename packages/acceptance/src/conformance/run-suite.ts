import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const SUITE = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/dist/index.js");

/** Failures that are known, each with its reason. */
const EXPECTED_FAILURES = fileURLToPath(new URL("expected-failures.yaml", import.meta.url));

export interface SuiteEnd {
  readonly code: number;
  readonly output: string;
}

/** Runs the public suite's own command. */
export function runSuite(args: readonly string[]): Promise<SuiteEnd> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [SUITE, ...args, "--expected-failures", EXPECTED_FAILURES],
      { timeout: 170_000, maxBuffer: 16 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const code = typeof error?.code === "number" ? error.code : error === null ? 0 : 1;
        resolve({ code, output: `${stdout}${stderr}` });
      },
    );
  });
}
