// Prevents: a default that its own schema refuses, a limit read in the wrong unit, a rule whose misspelt condition
// makes it wider.
import { expect, test } from "vitest";
import * as z from "zod";
import { DEFAULT_TOOLSET_SETTINGS } from "../registry/toolset-settings.ts";
import { CORE_SETTINGS, type CoreSettingValues } from "./core-settings.ts";
import { toolSettingsOf, toolsetSettingsOf } from "./read-core-settings.ts";
import { DEFAULT_TOOL_SETTINGS } from "./tool-settings.ts";

const DEFAULTS = Object.fromEntries(
  Object.entries(CORE_SETTINGS).map(([name, { default: value }]) => [name, value]),
) as CoreSettingValues;

const accepts = (name: keyof typeof CORE_SETTINGS, value: unknown): boolean =>
  CORE_SETTINGS[name].schema(z).safeParse(value).success;

test("every default is what its own schema accepts, unchanged", () => {
  for (const [name, setting] of Object.entries(CORE_SETTINGS)) {
    expect(setting.schema(z).parse(setting.default), name).toEqual(setting.default);
    expect(setting.description, name).toMatch(/^[A-Z].*\.$/);
  }
});

test("nothing said gives the defaults the pipeline and the resolver work with", () => {
  expect(toolSettingsOf(DEFAULTS, "terminal")).toEqual(DEFAULT_TOOL_SETTINGS);
  expect(toolsetSettingsOf(DEFAULTS)).toEqual(DEFAULT_TOOLSET_SETTINGS);
});

test("chat gateways ask by default", () => {
  expect(toolSettingsOf(DEFAULTS, "telegram").approvalMode).toBe("prompt");
  expect(toolSettingsOf(DEFAULTS, "discord").approvalMode).toBe("prompt");
  expect(toolSettingsOf({ ...DEFAULTS, "tools.approval_mode": "deny" }, "telegram").approvalMode).toBe(
    "deny",
  );
});

test("seconds become milliseconds, and no positive limit becomes none", () => {
  const read = toolSettingsOf(
    { ...DEFAULTS, "tools.timeout": 0.0001, "tools.timeouts": { grep: 2.5, ask_user: 0 } },
    "web",
  );
  expect(read.timeoutMs).toBe(1);
  expect(read.timeoutsMs).toEqual(
    new Map([
      ["grep", 2500],
      ["ask_user", 0],
    ]),
  );
});

test("a time limit is positive, below the tool's ceiling, and 0 only where it means none", () => {
  const limit = (tool: string, seconds: unknown) => accepts("tools.timeouts", { [tool]: seconds });
  expect([limit("grep", 600), limit("my_tool", 100_000), limit("ask_user", 0)]).toEqual([true, true, true]);
  for (const [tool, seconds] of [
    ["grep", 601],
    ["grep", 0],
    ["grep", -1],
    ["ask_user", -1],
    ["grep", "60"],
    ["grep", NaN],
  ]) {
    expect(limit(String(tool), seconds), `${tool} ${seconds}`).toBe(false);
  }
  expect([accepts("tools.timeout", 0), accepts("tools.timeout", 30)]).toEqual([false, true]);
});

const acceptsRule = (given: object) => accepts("tools.rules", [given]);

test("a rule with an unknown key, an unknown value or nothing but allow is refused", () => {
  expect(acceptsRule({ tool: "terminal", match: { command: "npm test *" }, action: "allow" })).toBe(true);
  expect(acceptsRule({ match: { path: ".env" }, action: "deny", reason: "secrets stay here" })).toBe(true);
  expect(acceptsRule({ action: "deny" })).toBe(true);
  for (const wrong of [
    { action: "allow" },
    { action: "allow", match: {} },
    { action: "permit", tool: "grep" },
    { tool: "grep" },
    { action: "deny", mach: { path: ".env" } },
    { action: "deny", match: { paths: ".env" } },
    { action: "deny", match: { effect: "writes" } },
    { action: "deny", match: { surface: "phone" } },
    { action: "deny", match: { read_only: "true" } },
    { action: "deny", tool: "" },
    { action: "deny", match: null },
  ]) {
    expect(acceptsRule(wrong), JSON.stringify(wrong)).toBe(false);
  }
});

test("R-008: an approval mode that is none is refused, by surface too", () => {
  for (const wrong of ["confrim", "Auto", "", true, null, 1])
    expect(accepts("tools.approval_mode", wrong)).toBe(false);
  expect(accepts("tools.platform_approval", { telegram: "auto" })).toBe(true);
  expect(accepts("tools.platform_approval", { telegam: "prompt" })).toBe(false);
  expect(accepts("tools.platform_approval", { telegram: "yes" })).toBe(false);
});

test("what one file leaves out is left out when it is read", () => {
  expect(toolsetSettingsOf({})).toEqual({});
  expect(toolsetSettingsOf({ toolsets: { mine: { include: ["grep"] } } })).toEqual({
    own: new Map([["mine", { include: ["grep"], exclude: [] }]]),
  });
});
