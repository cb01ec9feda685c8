// Prevents: a mode or a rule that lets through what it says it holds, or holds what only reads.
import { expect, test } from "vitest";
import type { Effect } from "../effects/effect.ts";
import { guardedWith, pathAt, WORKSPACE } from "../testing/guarded-call-fixture.ts";
import type { ApprovalMode } from "../settings/tool-settings.ts";
import type { GuardedCall, GuardVerdict } from "./guard.ts";
import { describeRule, pathGuard, provenanceGuard, rulesAndModeGuard } from "./guards.ts";
import type { PermissionRule } from "./permission-rule.ts";

const write: Effect = { kind: "write", path: "/w/a" };
const own: Effect[] = [
  { kind: "todo", list: "l", changes: true },
  { kind: "person", questions: 1 },
  { kind: "agent", label: "helper" },
];

function decision(mode: ApprovalMode, call: GuardedCall, rules: readonly PermissionRule[] = []) {
  const verdict = rulesAndModeGuard(rules, mode).check(call) as GuardVerdict | undefined;
  return verdict?.decision ?? "runs";
}

test.each<[effects: Effect[], inPrompt: string, inDeny: string]>([
  [[write], "ask", "deny"],
  [[{ kind: "delete", path: "/w/a" }], "ask", "deny"],
  [[{ kind: "run", command: "ls", readOnly: true }], "ask", "deny"],
  [[{ kind: "opaque", label: "x" }], "ask", "deny"],
  [[{ kind: "code", scratchpad: "x" }], "ask", "deny"],
  [[{ kind: "index", collection: "x" }], "ask", "deny"],
  [[{ kind: "memory", record: "x", changes: true }], "ask", "deny"],
  [[{ kind: "skill", record: "x", changes: true }], "ask", "deny"],
  [[{ kind: "browser", page: "x", changes: true }], "ask", "deny"],
  [[{ kind: "memory", record: "x", changes: false }], "runs", "runs"],
  [[{ kind: "browser", page: "x", changes: false }], "runs", "runs"],
  [[{ kind: "read", path: "/w/a" }], "runs", "runs"],
  [[{ kind: "connect", host: "x", port: 1 }], "runs", "runs"],
  [[], "runs", "runs"],
  [own, "runs", "runs"],
  [[...own, write], "ask", "deny"],
])("R-001: %j in mode prompt: %s, in deny: %s, in auto it runs", (effects, inPrompt, inDeny) => {
  const call = guardedWith(effects);
  expect([decision("prompt", call), decision("deny", call), decision("auto", call)]).toEqual([
    inPrompt,
    inDeny,
    "runs",
  ]);
});

test("a refusal by mode names what would be changed, at most twenty", () => {
  const verdict = (effects: Effect[]) =>
    rulesAndModeGuard([], "deny").check(guardedWith(effects)) as GuardVerdict;
  expect(verdict([write, write]).reason).toBe('approval_mode is "deny": probe would change a');
  const many = Array.from({ length: 500 }, (_, index): Effect => ({ kind: "write", path: `/w/f${index}` }));
  expect(verdict(many).reason).toMatch(/f19 and 480 more$/);
  const asked = (effects: Effect[]) => rulesAndModeGuard([], "prompt").check(guardedWith(effects));
  expect(asked([write])).toMatchObject({ reason: expect.stringMatching(/: probe changes a$/) });
  const run: Effect = { kind: "run", command: "ls" };
  expect(verdict([run]).reason).toMatch(/: probe would run ls$/);
  expect(asked([run])).toMatchObject({ reason: expect.stringMatching(/: probe is to run ls$/) });
});

test("an allow rule lifts the question of prompt, and nothing else", () => {
  const allow: PermissionRule = { action: "allow", match: { path: "a" } };
  const call = guardedWith([write]);
  expect(decision("prompt", call, [allow])).toBe("runs");
  expect(decision("deny", call, [allow])).toBe("deny");
  expect(decision("prompt", call, [allow, { tool: "probe", action: "ask" }])).toBe("ask");
  expect(
    decision("prompt", call, [allow, { tool: "probe", action: "ask" }, { tool: "*", action: "deny" }]),
  ).toBe("deny");
  expect(decision("auto", call, [{ tool: "probe", action: "deny" }, allow])).toBe("deny");
});

test("rules also see the agent's own state", () => {
  expect(decision("auto", guardedWith(own), [{ match: { effect: "todo" }, action: "deny" }])).toBe("deny");
});

test("a rule with a path is judged among the path rules, in every order", () => {
  const rules: PermissionRule[] = [
    { match: { path: "a" }, action: "ask" },
    { match: { path: "a" }, action: "deny", reason: "mine" },
  ];
  for (const ordered of [rules, rules.toReversed()]) {
    expect(pathGuard(ordered).check(guardedWith([write]))).toMatchObject({
      decision: "deny",
      reason: "a rule forbids this call (deny path: a: mine)",
    });
  }
  expect(rulesAndModeGuard(rules, "auto").check(guardedWith([write]))).toBeUndefined();
});

test("paths outside the workspace are refused by what the call does there", () => {
  const at = (kind: "read" | "write" | "delete", zone: "outside" | "read_root" | "write_root") =>
    pathGuard([]).check({
      ...guardedWith([]),
      workspace: WORKSPACE,
      effects: [{ effect: { kind, path: "/x" }, path: pathAt("/x", { zone }) }],
    }) as GuardVerdict | undefined;
  expect(at("read", "outside")?.decision).toBe("deny");
  expect(at("read", "read_root")).toBeUndefined();
  expect(at("write", "read_root")?.hint).toContain("reading is allowed there");
  expect(at("delete", "write_root")).toBeUndefined();
});

test.each<[effect: Effect, sawOutside: boolean, answer: string | undefined]>([
  [{ kind: "memory", record: "x", changes: true }, true, "ask"],
  [{ kind: "skill", record: "x", changes: true }, true, "ask"],
  [{ kind: "memory", record: "x", changes: true }, false, undefined],
  [{ kind: "memory", record: "x", changes: false }, true, undefined],
  [write, true, undefined],
])("P-020: %j in a turn that saw text from outside (%s): %s", (effect, sawOutside, answer) => {
  const verdict = provenanceGuard.check(guardedWith([effect], { sawOutside })) as GuardVerdict | undefined;
  expect(verdict?.decision).toBe(answer);
});

test("a rule is told as it would stand in the configuration", () => {
  expect(describeRule({ action: "deny", tool: "terminal", match: { command: "git push *" } })).toBe(
    "deny tool: terminal, command: git push *",
  );
  expect(describeRule({ action: "ask" })).toBe("ask everything");
});
