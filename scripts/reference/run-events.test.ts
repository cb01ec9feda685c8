// Prevents: a description of the machine output that lacks an event, or an event that is not as it is described.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { RUN_EVENTS } from "../../packages/cli/src/run/run-events-schema.ts";
import { documentPath, runScript, temporaryFolder } from "./run-script.fixture.ts";

const NAMES = ["run-events.md", "run-events.schema.json"];

test("the page and the schema are what the events say", () => {
  expect(runScript("run-events", "--check")).toEqual({ status: 0, said: "" });
  const page = readFileSync(documentPath("run-events.md"), "utf8");
  for (const type of Object.keys(RUN_EVENTS)) expect(page).toContain(`\n## ${type}\n`);
});

test("the check fails on a hand-edited page and writes nothing", () => {
  using folder = temporaryFolder();
  for (const name of NAMES) writeFileSync(join(folder.path, name), readFileSync(documentPath(name)));
  const edited = readFileSync(documentPath("run-events.md"), "utf8").replace("always last", "mostly last");
  writeFileSync(join(folder.path, "run-events.md"), edited);
  expect(runScript("run-events", "--check", "--folder", folder.path).status).toBe(1);
  expect(readFileSync(join(folder.path, "run-events.md"), "utf8")).toBe(edited);
});
