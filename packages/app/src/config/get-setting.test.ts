// Prevents: a misspelt name answered with nothing, as if it were not set.
import { expect, test } from "vitest";
import { getSetting } from "./get-setting.ts";

const ALL = [
  { name: "journal.keep_days", value: 90, origin: "default" },
  { name: "tools.timeouts", value: { grep: 30 }, origin: "/c.yaml:2" },
  { name: "tools.toolset", value: "coding", origin: "flag --toolset" },
];

test("one setting, all below a name, and one key of a map are found", () => {
  expect(getSetting(ALL, "tools.toolset")).toEqual({ ok: true, value: [ALL[2]] });
  expect(getSetting(ALL, "tools")).toEqual({ ok: true, value: [ALL[1], ALL[2]] });
  expect(getSetting(ALL, "tools.timeouts.grep")).toEqual({
    ok: true,
    value: [{ name: "tools.timeouts.grep", value: 30, origin: "/c.yaml:2" }],
  });
});

test("what is not there is told apart from what is misspelt", () => {
  expect(getSetting(ALL, "tools.timeouts.glob")).toMatchObject({ code: "not_set" });
  expect(getSetting(ALL, "tools.timeouts.constructor")).toMatchObject({ code: "not_set" });
  expect(getSetting(ALL, "tools.tolset")).toMatchObject({
    code: "unknown_setting",
    hint: 'did you mean "tools.toolset"?',
  });
});
