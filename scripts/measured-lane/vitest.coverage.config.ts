// The measured lane: all tests, with the coverage of this process and of the Node processes that tests start.
// Started by scripts/coverage.ts.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, mergeConfig } from "vitest/config";
import base from "../../vitest.config.ts";

const folder = process.env["WIELD_COVERAGE_FOLDER"];
if (folder === undefined) throw new Error("start scripts/coverage.ts instead");

export default mergeConfig(
  base,
  defineConfig({
    test: {
      setupFiles: [fileURLToPath(new URL("measure-children.ts", import.meta.url))],
      // Measured code is slower, and so are the processes it starts.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      coverage: {
        enabled: true,
        provider: "v8",
        include: ["packages/*/src/**/*.{ts,tsx}"],
        exclude: ["**/*.test.{ts,tsx}"],
        reporter: ["json"],
        reportsDirectory: join(folder, "report"),
        clean: true,
        // What ran although a test failed can be judged with --again.
        reportOnFailure: true,
      },
    },
  }),
);
