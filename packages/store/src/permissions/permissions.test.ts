// Prevents: a rule that is lost when two are saved at once, holds in another workspace, or covers more than it was
// saved for; and a workspace that is trusted after its contents changed.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PermissionRule } from "@wield/core";
import { expect, test } from "vitest";
import { workspaceKey } from "../home/home-layout.ts";
import { openToOthers } from "../testing/files-holding.ts";
import { openTestStore } from "../testing/open-test-store.ts";
import { temporaryHome } from "../testing/temporary-home.ts";

const RULE: PermissionRule = { tool: "terminal", match: { command: "npm test" }, action: "allow" };

test("a saved rule holds in its workspace, in every process, and in no other workspace", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  await store.rules.add("/w", RULE);
  const later = await openTestStore(home);
  expect(await later.rules.list("/w")).toEqual([RULE]);
  expect(await later.rules.list("/w2")).toEqual([]);
  expect(openToOthers(home)).toEqual([]);
});

test("rules saved at the same time are all kept, one saved twice is kept once", async () => {
  const home = temporaryHome();
  const stores = await Promise.all([openTestStore(home), openTestStore(home), openTestStore(home)]);
  const rules = Array.from({ length: 10 }, (_, number): PermissionRule => ({
    tool: `tool_${number}`,
    action: "allow",
  }));
  await Promise.all(rules.flatMap((rule) => stores.map((store) => store.rules.add("/w", rule))));
  const listed = await stores[0].rules.list("/w");
  expect(listed.map(({ tool }) => tool).toSorted()).toEqual(rules.map(({ tool }) => tool).toSorted());
  // The same rule with its keys in another order.
  await stores[1].rules.add("/w", { action: "allow", tool: "tool_1" });
  expect(await stores[0].rules.list("/w")).toHaveLength(10);
});

test("a rule file that cannot be read, or says more than this version knows, is not used and named", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  await store.rules.add("/w", RULE);
  const folder = join(home, "rules", workspaceKey("/w"));
  const file = (rule: unknown, more: object = {}): string =>
    JSON.stringify({ v: 1, workspace: "/w", at: 1, rule, ...more });
  const bad: readonly string[] = [
    "",
    "{",
    "null",
    file(RULE, { v: 2 }),
    file(RULE, { workspace: "/other" }),
    file({ ...RULE, match: { command: "npm test", until: "tomorrow" } }),
    file({ ...RULE, action: "yes" }),
    file({ action: "allow" }),
    file({ action: "allow", match: {} }),
    file({ ...RULE, match: { read_only: "true" } }),
    file({ ...RULE, match: [] }),
    file({ ...RULE, tool: null }),
    `{"v":1,"workspace":"/w","at":1,"rule":{"__proto__":${JSON.stringify(RULE)}}}`,
  ];
  for (const [number, text] of bad.entries())
    writeFileSync(join(folder, `${String(number).padStart(16, "0")}.json`), text);
  expect(await store.rules.list("/w")).toEqual([RULE]);
  expect(store.logged).toHaveLength(bad.length);
  expect(store.logged[0]?.message).toContain("cannot be read; it is not used");
  expect(readdirSync(folder)).toHaveLength(bad.length + 1);
});

test("what is no rule is not saved", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  await expect(store.rules.add("/w", { action: "allow" })).rejects.toThrow("not a permission rule");
  expect(await store.rules.list("/w")).toEqual([]);
});

test("a workspace is trusted with exactly the hash that was trusted last", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  expect(await store.trust.isTrusted("/w", "h1")).toBe(false);
  await store.trust.set("/w", "h1");
  await store.trust.set("/w2", "h9");
  const later = await openTestStore(home);
  expect(await later.trust.isTrusted("/w", "h1")).toBe(true);
  expect(await later.trust.isTrusted("/w", "h2")).toBe(false);
  expect(await later.trust.isTrusted("/w2", "h1")).toBe(false);
  await later.trust.set("/w", "h2");
  expect(await store.trust.isTrusted("/w", "h1")).toBe(false);
  expect(await store.trust.isTrusted("/w", "h2")).toBe(true);
  expect(openToOthers(home)).toEqual([]);
});

test("a trust file that cannot be read trusts nothing", async () => {
  const home = temporaryHome();
  const store = await openTestStore(home);
  mkdirSync(join(home, "trust"));
  for (const text of [
    "",
    "{",
    "null",
    '{"v":1,"workspace":"/x","hash":"h1"}',
    '{"v":1,"workspace":"/w"}',
    '{"v":1,"workspace":"/w","hash":""}',
  ]) {
    writeFileSync(join(home, "trust", `${workspaceKey("/w")}.json`), text);
    expect(await store.trust.isTrusted("/w", "h1"), text).toBe(false);
    expect(await store.trust.isTrusted("/w", ""), text).toBe(false);
  }
});

test("there is one command-line session per workspace", async () => {
  const [one, other] = await Promise.all([openTestStore(temporaryHome()), openTestStore(temporaryHome())]);
  expect(one.commandLineSession("/w")).toMatch(/^ses_cli_[0-9a-f]{16}$/);
  expect(other.commandLineSession("/w")).toBe(one.commandLineSession("/w"));
  expect(one.commandLineSession("/w2")).not.toBe(one.commandLineSession("/w"));
});
