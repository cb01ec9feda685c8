// Prevents: a walk that takes a folder for open although a rule, the home or a client closes something in it.
import { dirname } from "node:path";
import { createTestBench, type BenchCaller, type TestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import type { PermissionRule } from "../policy/permission-rule.ts";
import type { FilesScope } from "../ports/files-driver.ts";
import { readText } from "../testing/file-tools-fixture.ts";
import { okOf } from "../testing/outcome-fixture.ts";

/** What the scope of one call says about a folder, while the call runs and after it. */
async function openBelow(
  folder: (here: TestBench) => string,
  caller: BenchCaller = {},
  onlyWithin?: (here: TestBench) => string[],
) {
  let scope: FilesScope | undefined;
  let during: boolean | undefined;
  await using here = await createTestBench({
    tools: [readText],
    files: { "a.txt": "a" },
    wrapFiles: (driver) => ({
      ...driver,
      open: (given) => {
        scope = given;
        during = given.isOpenBelow?.(folder(here));
        return driver.open(given);
      },
    }),
  });
  const conversation = here.conversation(caller);
  const narrowed = onlyWithin === undefined ? {} : { onlyWithin: onlyWithin(here) };
  okOf(
    await here.pipeline.call(
      { tool: "read_text", input: { path: "a.txt" } },
      { ...conversation, workspace: { ...conversation.workspace, ...narrowed } },
    ),
  );
  return { during, after: scope?.isOpenBelow?.(folder(here)) };
}

const root = (here: TestBench): string => here.root;
const withRule = (rule: PermissionRule): BenchCaller => ({ settings: { rules: [rule] } });

test("a folder is open below while nothing closes a name in it, and nothing is open after the call", async () => {
  expect(await openBelow(root)).toEqual({ during: true, after: false });
});

test.each<[rule: PermissionRule, isOpen: boolean]>([
  [{ match: { path: "secret" }, action: "deny" }, false],
  [{ match: { path: "secret" }, action: "ask" }, false],
  [{ match: { effect: "read" }, action: "deny", tool: "other" }, false],
  [{ match: { effect: "read", path: "x" }, action: "deny" }, false],
  [{ match: { path: "secret" }, action: "allow" }, true],
  [{ match: { effect: "write", path: "x" }, action: "deny" }, true],
  [{ match: { effect: "delete" }, action: "deny" }, true],
  [{ match: { host: "*" }, action: "deny" }, true],
  [{ tool: "other", action: "deny" }, true],
])("with the rule %j: %s", async (rule, isOpen) => {
  expect((await openBelow(root, withRule(rule))).during).toBe(isOpen);
});

test("the home is never open below, nor what it lies in", async () => {
  expect((await openBelow((here) => here.home)).during).toBe(false);
  expect((await openBelow((here) => `${here.home}/tools`)).during).toBe(false);
  expect((await openBelow((here) => dirname(here.home))).during).toBe(false);
  expect((await openBelow((here) => `${here.home}x`)).during).toBe(true);
});

test("what a client did not open is not open below", async () => {
  expect((await openBelow(root, {}, (here) => [here.root])).during).toBe(true);
  expect(
    (
      await openBelow(
        (here) => `${here.root}/dir`,
        {},
        (here) => [here.root],
      )
    ).during,
  ).toBe(true);
  expect(
    (
      await openBelow(
        () => "/elsewhere",
        {},
        (here) => [here.root],
      )
    ).during,
  ).toBe(false);
});
