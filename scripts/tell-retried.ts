import { appendFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

/**
 * Names the tests that passed only when they were tried again: in each a fault may hide. Into the file of
 * WIELD_RETRIED, or after all else.
 */
export const tellRetried: Reporter = {
  onTestRunEnd(modules) {
    const retried = modules.flatMap((file) =>
      [...file.children.allTests("passed")]
        .filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0)
        .map((test) => `passed only when tried again: ${file.relativeModuleId} > ${test.fullName}\n`),
    );
    const file = process.env["WIELD_RETRIED"];
    if (file === undefined) process.stdout.write(retried.join(""));
    else appendFileSync(file, retried.join(""));
  },
};
