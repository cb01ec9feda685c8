// Prevents: commands that run without the sandbox they were meant to have, with nobody told; and a line about it in every
// result.
import { Processes, renderOutcome } from "@wield/core";
import { createIdSource, createSandbox, systemClock } from "@wield/host";
import { createTestBench, type TestBench } from "@wield/testkit";
import { loadBuiltInTool } from "@wield/tools";
import { afterEach, expect, test } from "vitest";
import type { AllSettingValues } from "../config/app-settings.ts";
import { SETTINGS } from "../config/app-settings.ts";
import { commandPlace } from "./command-place.ts";
import { wireProcesses } from "./wire-processes.ts";

const open: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

const values = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, { default: value }]) => [name, value]),
) as AllSettingValues;

async function benchWith(sandbox: Parameters<typeof createSandbox>[0]): Promise<TestBench> {
  const tools = await Promise.all(
    ["terminal", "process"].map(async (name) => {
      const tool = await loadBuiltInTool(name);
      if (tool === undefined) throw new Error(`there is no tool ${name}`);
      return tool;
    }),
  );
  const processes = wireProcesses({
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"] },
    values,
    clock: systemClock,
    ids: createIdSource(),
    place: commandPlace({
      values,
      workspaceRoot: sandbox.workspace,
      sandbox: createSandbox(sandbox),
      env: {},
      log: () => undefined,
    }),
    missing: () => undefined,
  });
  const bench = await createTestBench({
    tools,
    services: [{ token: Processes, open: processes.provider.open }],
  });
  open.push(
    () => processes.close(),
    () => bench.dispose(),
  );
  return bench;
}

/** bubblewrap is looked for where there is none. */
const without = {
  workspace: "/",
  writable: [],
  readable: [],
  hidden: [],
  home: "/",
  network: "on",
  programs: [],
} as const;

test("the first result of each session says that the sandbox cannot be had, and no other does", async () => {
  const bench = await benchWith({ ...without, kind: "auto" });
  const run = async (sessionId: string, input: object = { command: "echo hi" }): Promise<string> =>
    renderOutcome(await bench.call("terminal", { ...input }, { sessionId }));
  expect(await run("ses_a")).toMatch(/^hi\n… commands run without a sandbox here: .*bubblewrap/s);
  expect(await run("ses_a")).toBe("hi\n");
  expect(await run("ses_b", { command: "sh -c 'exit 3'" })).toMatch(
    /^Exit code 3\n\n\(no output\)\n… commands run without a sandbox here: /s,
  );
  expect(await run("ses_c", { command: "true", background: true })).toContain(
    "… commands run without a sandbox here: ",
  );
  expect(await run("ses_c")).toBe("hi\n");
  expect(await bench.call("terminal", { command: "true" }, { sessionId: "ses_a" })).toMatchObject({
    data: { sandbox: { kind: "none", network: "on" } },
  });
});

test("without a sandbox by choice nothing is said", async () => {
  const bench = await benchWith({ ...without, kind: "none" });
  expect(renderOutcome(await bench.call("terminal", { command: "echo hi" }))).toBe("hi\n");
});
