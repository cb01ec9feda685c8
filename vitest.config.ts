import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["packages/*/src/**/*.test.ts", "scripts/**/*.test.ts"],
    environment: "node",
    // Most of the time goes by while started processes work: more than one file at a time on a small machine, too.
    maxWorkers: 3,
    // Generous: many tests start real processes, and a busy machine is no fault of the code.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // On a shared machine a real process may miss its moment once; a fault misses it twice.
    retry: process.env["CI"] === undefined ? 0 : 1,
  },
});
