// Prevents: a name that other packages use disappearing, or one that nobody meant to publish appearing.
import { expect, test } from "vitest";
import * as testkit from "./index.ts";

test("the package gives exactly these names", () => {
  expect(Object.keys(testkit).toSorted()).toEqual([
    "CHECKS",
    "DEFAULT_CHECK_LIMITS",
    "FIXTURE_FILES",
    "THOROUGH_CHECK_LIMITS",
    "UNFILLED",
    "arbitraryInput",
    "checkDefinition",
    "checkTool",
    "compareSnapshots",
    "crashPoints",
    "createCountingIds",
    "createManualClock",
    "createMemoryApprovals",
    "createMemoryJournal",
    "createMemoryLog",
    "createMemoryOutputs",
    "createMemorySightings",
    "createMemoryUndo",
    "createTestBench",
    "describeFixture",
    "isPassed",
    "makeWorkspaceFolder",
    "probeTool",
    "providerMisses",
    "randomInstants",
    "reportJson",
    "requestFaults",
    "runUntilKilled",
    "scriptedModel",
    "stopAroundFiles",
    "stopAroundJournal",
    "summarise",
    "takeSnapshot",
    "toLines",
    "watchFilesDriver",
  ]);
});
