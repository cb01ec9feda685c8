// Prevents: tests of the agent passing on sessions that do not behave as those on disk.
import { expect, test } from "vitest";
import { sessionStoreSuite } from "../suites/session-store-suite.ts";
import { createMemorySessions } from "./memory-sessions.ts";

sessionStoreSuite("in memory", async () => createMemorySessions(), { expect, test });
