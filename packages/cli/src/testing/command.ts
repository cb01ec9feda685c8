import { fileURLToPath } from "node:url";

/**
 * The command that tests start: from source, or the built one that WIELD_TEST_COMMAND names, which takes a third of
 * the time to start.
 */
export const COMMAND =
  process.env["WIELD_TEST_COMMAND"] ?? fileURLToPath(new URL("../main.ts", import.meta.url));
