import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { tellRetried } from "./scripts/tell-retried.ts";

// Compiled code is kept for the processes of this run, and of the next. Measured code is compiled each time, or the
// measurement is not exact.
if (process.env["WIELD_COVERAGE_FOLDER"] === undefined)
  process.env["NODE_COMPILE_CACHE"] ??= join(tmpdir(), `wield-test-code-${process.getuid?.() ?? ""}`);

// Neither what the owner of this machine told git nor how private their files are is anything to the tests.
process.umask(0o022);
Object.assign(process.env, { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" });

export default defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "scripts/**/*.test.ts"],
    environment: "node",
    // Most of the time goes by while started processes work: more than one file at a time on a small machine, too.
    maxWorkers: 3,
    // Each file has a process of its own, which is a sixth of the time: several look at what a process holds or leaves.
    isolate: true,
    setupFiles: [fileURLToPath(new URL("scripts/fixed-seed.ts", import.meta.url))],
    // Generous: many tests start real processes, and a busy machine is no fault of the code.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What is waited for comes at once or, when there is a fault, never; the second of the default is neither.
    expect: { poll: { timeout: 60_000, interval: 20 } },
    // On a shared machine a real process may miss its moment once; a fault misses it twice.
    retry: process.env["CI"] === undefined ? 0 : 1,
    reporters: ["default", tellRetried],
  },
});
