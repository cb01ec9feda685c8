// Prevents: a mistake in the configuration being read as "allow", and one of two changes made at once being lost.
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { openRuntime } from "@wield/app";
import { expect, test } from "vitest";
import { callTool, makePlaces } from "../command/places.ts";

/** Each was meant to forbid or to ask; none may start a runtime in which the write runs. */
const PROTECTING: readonly string[] = [
  "tools:\n  approval_mode: confrim\n",
  "tools:\n  approval_mode: DENY\n",
  "tools:\n  approval_mode: [deny]\n",
  "tools:\n  approval_mode:\n",
  'tools:\n  approval_mode: ""\n',
  "tools:\n  approval_mode: off\n",
  "tools:\n  approval_mode: false\n",
  "approval_mode: deny\n",
  "tools.approval_mode: deny\n",
  "tools:\n  approvalMode: deny\n",
  "tools:\n  aproval_mode: deny\n",
  "tool:\n  approval_mode: deny\n",
  "settings:\n  tools:\n    approval_mode: deny\n",
  "tools:\n  <<: {approval_mode: deny}\n",
  "tools: deny\n",
  "- approval_mode: deny\n",
  "tools:\n  approval_mode: deny\n  approval_mode: auto\n",
  "tools:\n\tapproval_mode: deny\n",
  "tools: {approval_mode: deny\n",
  "tools:\n  approval_mode: deny\n---\ntools:\n  approval_mode: auto\n",
  "tools:\n  platform_approval: {terminal: denny}\n",
  "tools:\n  platform_approval: {terminl: deny}\n",
  "tools:\n  rules: [{match: {path: a.txt}, action: denny}]\n",
  "tools:\n  rules: [{match: {paht: a.txt}, action: deny}]\n",
  "tools:\n  rules: [{mach: {path: a.txt}, action: deny}]\n",
  "tools:\n  rules: {match: {path: a.txt}, action: deny}\n",
  "tools:\n  rules: deny\n",
  "tools:\n  rule: [{match: {path: a.txt}, action: deny}]\n",
  "journal:\n  strict: 'yes'\n",
  "tools:\n  toolset: codign\n",
];

test.for(PROTECTING)("C-027 R-008: %j stops the start and is never read as allowed", async (config) => {
  await using places = makePlaces();
  const file = places.write("home/config.yaml", config);
  const opened = await openRuntime({
    cwd: places.workspace,
    env: { HOME: places.root, WIELD_HOME: places.home },
    surface: "terminal",
  });
  if (opened.ok) await opened.value.close();
  expect(opened).toMatchObject({ ok: false, code: "configuration_error" });
  expect(opened.ok ? "" : opened.message).toMatch(new RegExp(`^${file}(?::\\d+)?:? `));
});

test("a configuration that is a link to nowhere stops every command", async () => {
  await using places = makePlaces();
  const file = join(places.home, "config.yaml");
  symlinkSync("nowhere.yaml", file);
  for (const args of [
    ["call", "write_file", "path=a.txt", "content=x"],
    ["tools"],
    ["config", "set", "tools.max_parallel", "2"],
  ]) {
    const { code, out, err } = await places.run(args);
    expect({ args, code, out }).toEqual({ args, code: 2, out: "" });
    expect(err).toContain("is a link that leads nowhere");
  }
  expect(existsSync(join(places.workspace, "a.txt"))).toBe(false);
});

test("C-024: a misspelt tool is named with its place and the nearest, and nothing else is lost", async () => {
  await using places = makePlaces();
  const file = places.write("home/config.yaml", "tools:\n  disabled: [read_fil]\n  enabled: [Grep2]\n");
  const { code, err } = await places.run(["tools"]);
  expect(code).toBe(0);
  expect(err).toContain(
    `${file}:2: tools.disabled[0]: no tool is called "read_fil"; did you mean "read_file"?`,
  );
  expect(err).toContain(`${file}:3: tools.enabled[0]: no tool is called "Grep2"; did you mean "grep"?`);
});

test("R-012 C-030: of person, workspace, variable and surface the strictest mode holds, and what loosens is named", async () => {
  for (const [home, workspace, env, expected] of [
    ["auto", "prompt", undefined, "approval_unavailable"],
    ["deny", "auto", undefined, "policy_denied"],
    ["prompt", "auto", undefined, "approval_unavailable"],
    ["auto", "deny", "auto", "policy_denied"],
  ] as const) {
    await using places = makePlaces();
    places.write("home/config.yaml", `tools:\n  approval_mode: ${home}\n`);
    places.write("work/.wield/config.yaml", `tools:\n  approval_mode: ${workspace}\n`);
    await places.run(["trust", "--yes"]);
    const runtime = await places.open({ env: { WIELD_APPROVAL_MODE: env } });
    const said = `${home} ${workspace} ${env ?? ""}`;
    expect(await callTool(runtime, "write_file", { path: "a.txt", content: "x" }), said).toMatchObject({
      status: "denied",
      code: expected,
    });
    if (workspace === "auto")
      expect(
        runtime.notices.map(({ kind }) => kind),
        said,
      ).toContain("value_not_used");
    expect(existsSync(join(places.workspace, "a.txt")), said).toBe(false);
  }
});

test("settings that several processes set at once are all in the file, with its comments", async () => {
  await using places = makePlaces();
  const file = places.write("home/config.yaml", "# mine\ntools:\n  toolset: default # keep\n");
  const names = [
    "tools.max_parallel",
    "tools.timeout",
    "journal.keep_days",
    "undo.keep_days",
    "outputs.keep_days",
  ];
  const done = await Promise.all(names.map((name) => places.run(["config", "set", name, "7"])));
  for (const { code, err } of done) expect({ code, err }).toEqual({ code: 0, err: "" });
  const text = readFileSync(file, "utf8");
  expect(text).toContain("# mine\n");
  expect(text).toContain("toolset: default # keep\n");
  for (const name of names) expect((await places.run(["config", "get", name])).out, name).toMatch(/\b7\b/);
});
