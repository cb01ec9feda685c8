// Prevents: a wrong setting passed over or taken for the default, a wrong permission setting read as "allow", and a
// workspace that loosens what its person has set.
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryPlaces } from "../testing/temporary-places.ts";
import { type ConfigSources, loadConfig, type LoadedConfig } from "./load-config.ts";

interface Given {
  readonly home?: string;
  readonly workspace?: string;
  readonly env?: ConfigSources["env"];
  readonly flags?: ConfigSources["flags"];
}

const PLACES = temporaryPlaces();
let counter = 0;

function given({ home, workspace, env = {}, flags }: Given): ConfigSources {
  counter += 1;
  const homeFile = join(PLACES.root, `${counter}/home.yaml`);
  if (home !== undefined) PLACES.write(`${counter}/home.yaml`, home);
  const workspaceFile = workspace === undefined ? undefined : PLACES.write(`${counter}/work.yaml`, workspace);
  return {
    homeFile,
    ...(workspaceFile === undefined ? {} : { workspaceFile: { path: workspaceFile } }),
    env,
    ...(flags === undefined ? {} : { flags }),
    userHome: PLACES.home,
  };
}

async function load(of: Given): Promise<LoadedConfig> {
  const loaded = await loadConfig(given(of));
  if (!loaded.ok) throw new Error(loaded.message);
  return loaded.value;
}

async function refusal(of: Given): Promise<string> {
  const loaded = await loadConfig(given(of));
  if (loaded.ok) throw new Error("the configuration was accepted");
  expect(loaded.code).toBe("configuration_error");
  return loaded.message.replaceAll(`${PLACES.root}/${counter}/`, "");
}

async function notices(of: Given): Promise<string[]> {
  return (await load(of)).notices.map(({ text }) => text.replaceAll(`${PLACES.root}/${counter}/`, ""));
}

test("C-027: a protecting setting under a wrong name of its group stops the start, at any depth", async () => {
  for (const home of [
    "tool:\n  approval_mode: deny\n",
    "policy:\n  tools:\n    approval_mode: deny\n",
    "tools:\n  <<: {approval_mode: deny}\n",
    "tool:\n  aproval_mode: deny\n",
    "profiles: [{rules: [{action: deny}]}]\n",
  ]) {
    expect(await refusal({ home }), home).toMatch(
      /^home\.yaml:\d: unknown key ".+" holds what "tools\.(?:approval_mode|rules)" is for/,
    );
  }
  expect(await notices({ home: "tool:\n  toolset: coding\n" })).toEqual([
    'home.yaml:1: unknown key "tool"; did you mean "tools", one level for each part of the name?',
  ]);
});

test("a file that is a link to nowhere stops the start: what was set in it would be lost without a word", async () => {
  const sources = given({});
  mkdirSync(join(PLACES.root, String(counter)), { recursive: true });
  symlinkSync("gone.yaml", sources.homeFile);
  expect(await loadConfig(sources)).toMatchObject({
    ok: false,
    message: `${sources.homeFile} is a link that leads nowhere`,
  });
});

test("no file, no variable and no flag give the defaults, each with its origin", async () => {
  const { values, all, notices: said } = await load({});
  expect(values["tools.toolset"]).toBe("default");
  expect(values["tools.approval_mode"]).toBe("auto");
  expect(all.every(({ origin }) => origin === "default")).toBe(true);
  expect(all.map(({ name }) => name)).toEqual(all.map(({ name }) => name).toSorted());
  expect(said).toEqual([]);
});

test("C-027: a wrong setting stops the start with file, line, value and what is allowed", async () => {
  expect(await refusal({ home: "tools:\n  approval_mode: confrim\n" })).toBe(
    'home.yaml:2: tools.approval_mode is "confrim"; allowed: auto, prompt, deny',
  );
});

test("R-008: a mode of any wrong kind stops the start and is never read as auto", async () => {
  for (const mode of ["Auto", "yes", "true", "[auto]", "{}", "1", "~", "''"]) {
    expect(await refusal({ home: `# mine\n\ntools:\n  approval_mode: ${mode}\n` })).toMatch(
      /^home\.yaml:4: tools\.approval_mode is .*; allowed: auto, prompt, deny/,
    );
  }
});

test("R-008: a protecting setting under a misspelt or misplaced name stops the start", async () => {
  for (const [text, name, meant] of [
    ["approval_mode: prompt", "approval_mode", "tools.approval_mode"],
    ["tools:\n  aproval_mode: prompt", "tools.aproval_mode", "tools.approval_mode"],
    ["tools.approval_mode: prompt", "tools.approval_mode", "tools.approval_mode"],
    ["tools:\n  rule: []", "tools.rule", "tools.rules"],
    ["tools:\n  disable: [terminal]", "tools.disable", "tools.disabled"],
    ["journal:\n  stric: true", "journal.stric", "journal.strict"],
  ]) {
    const message = await refusal({ home: `${text}\n` });
    expect(message).toContain(`unknown key "${name}"; did you mean "${meant}"`);
    expect(message).toContain("not passed over");
  }
});

test("other unknown keys are warned about with file, line and the nearest", async () => {
  const text =
    "tools:\n  max_paralel: 3\njournl:\n  keep_days: 3\nzzz: 1\ntoolsets:\n  mine:\n    inclde: [grep]\n";
  expect(await notices({ home: text })).toEqual([
    'home.yaml:2: unknown key "tools.max_paralel"; did you mean "tools.max_parallel", one level for each part of the name?',
    'home.yaml:3: unknown key "journl"; did you mean "journal", one level for each part of the name?',
    'home.yaml:5: unknown key "zzz"',
    'home.yaml:7: toolsets.mine has the unknown key "inclde"; allowed: a map of name to {include: [...], exclude: [...]}',
  ]);
});

test("C-024: a misspelt toolset stops the start with file, line, the known ones and the nearest", async () => {
  expect(await refusal({ home: "tools:\n  # which tools\n  toolset: codign\n" })).toBe(
    'home.yaml:3: unknown toolset "codign"; did you mean "coding"? (known: all, browser, coding, default, minimal, notebook, research)',
  );
  expect(await refusal({ env: { WIELD_TOOLSET: "codng" } })).toMatch(
    /^environment WIELD_TOOLSET: unknown toolset "codng"/,
  );
  expect(await refusal({ flags: { toolset: "codng" } })).toMatch(/^flag --toolset: unknown toolset "codng"/);
  expect(await refusal({ home: "tools:\n  platform_toolsets:\n    web: codng\n" })).toMatch(/^home\.yaml:3:/);
  expect(await refusal({ home: "tools:\n  enabled:\n    - grep\n    - '@codng'\n" })).toMatch(
    /^home\.yaml:4:/,
  );
});

test("an own set may be named before its place in the file, and a cycle is refused with its chain", async () => {
  const { values } = await load({
    home: "tools: {toolset: mine}\ntoolsets: {mine: {include: ['@coding']}}\n",
  });
  expect(values["tools.toolset"]).toBe("mine");
  expect(await refusal({ home: "toolsets:\n  a: {include: ['@b']}\n  b: {include: ['@a']}\n" })).toBe(
    "home.yaml:2: toolsets hold each other: a → b → a\nhome.yaml:3: toolsets hold each other: b → a → b",
  );
  expect(await refusal({ home: "toolsets:\n  coding: {include: [grep]}\n" })).toContain(
    "cannot be given another meaning",
  );
});

test("all faults are told together, each with its own line", async () => {
  const message = await refusal({
    home: "tools:\n  max_parallel: 0\n  timeout: fast\n  timeouts:\n    grep: 9999\n  rules:\n    - {tool: grep, action: permit}\n    - action: allow\n",
  });
  expect(message.split("\n")).toEqual([
    "home.yaml:2: tools.max_parallel is 0; allowed: a whole number from 1 to 64",
    'home.yaml:3: tools.timeout is "fast"; allowed: a positive number of seconds',
    "home.yaml:5: tools.timeouts.grep is 9999: at most 600 for grep",
    'home.yaml:7: tools.rules[0].action is "permit"; allowed: allow, ask, deny',
    'home.yaml:8: tools.rules[1] is {"action":"allow"}: an allow rule must have a condition: tool or match',
  ]);
});

test("a file with one invalid rule is not used at all", async () => {
  expect(await refusal({ home: "tools:\n  rules:\n    - {match: {pth: .env}, action: deny}\n" })).toContain(
    'tools.rules[0].match has the unknown key "pth"',
  );
});

test("a file that can be read in two ways, or not at all, stops the start with its place", async () => {
  for (const [text, expected] of [
    ["tools:\n  toolset: coding\n  toolset: minimal\n", /^home\.yaml:3: .*unique/],
    ["tools:\n\ttoolset: coding\n", /^home\.yaml:2: .*[Tt]ab/],
    ["- tools\n", /^home\.yaml:1: a configuration is a map/],
    ["hello\n", /^home\.yaml:1: a configuration is a map/],
    ["tools: coding\n", /^home\.yaml:1: tools must be a map of settings/],
    ["a: 1\n---\nb: 2\n", /^home\.yaml:\d: .*documents/],
    ["tools: !secret x\n", /^home\.yaml:1: .*tag/],
    ["a: &a [*a]\n", /^home\.yaml: holds a value/],
    ["x: .inf\n", /^home\.yaml: holds a value/],
    [`${"[".repeat(3000)}`, /^home\.yaml:1: /],
  ] as const) {
    expect(await refusal({ home: text })).toMatch(expected);
  }
});

test("aliases that multiply are refused at once", async () => {
  const row = (name: string, above: string) =>
    `${name}: &${name} [${Array.from({ length: 12 }, () => `*${above}`).join(",")}]\n`;
  const bomb = `a: &a [x,x,x]\n${row("b", "a")}${row("c", "b")}${row("d", "c")}${row("e", "d")}${row("f", "e")}`;
  expect(await refusal({ home: bomb })).toMatch(/^home\.yaml: .*alias/i);
});

test("a byte-order mark, Windows line ends, an empty file and empty maps are no fault", async () => {
  expect((await load({ home: "\uFEFFtools:\r\n  toolset: coding\r\n" })).values["tools.toolset"]).toBe(
    "coding",
  );
  for (const text of ["", "# nothing yet\n", "tools:\n", "tools:\n  rules:\n  enabled:\n", "{}\n"]) {
    expect(await notices({ home: text })).toEqual([]);
  }
});

test("a key that every object has is an unknown key like any other", async () => {
  const said = await notices({
    home: "__proto__: {tools: 1}\nconstructor: 2\ntools:\n  __proto__: 1\n  toString: 2\n",
  });
  expect(said).toHaveLength(4);
  expect(said[0]).toContain('unknown key "__proto__"');
});

test("what is no text file is refused and not waited for", async () => {
  const sources = given({});
  const folder = join(PLACES.root, "folder.yaml");
  mkdirSync(folder);
  expect(await loadConfig({ ...sources, homeFile: folder })).toMatchObject({
    message: `${folder} is not a regular file`,
  });
  const binary = PLACES.write("binary.yaml", "");
  const { writeFileSync } = await import("node:fs");
  writeFileSync(binary, Buffer.from([0x74, 0xff, 0xfe]));
  expect(await loadConfig({ ...sources, homeFile: binary })).toMatchObject({
    message: `${binary} is not UTF-8 text`,
  });
  writeFileSync(binary, "# ".padEnd(300_000, "x"));
  expect(await loadConfig({ ...sources, homeFile: binary })).toMatchObject({ ok: false });
});

test("the home's file may be a link, the workspace's may not", async () => {
  const real = PLACES.write("real.yaml", "tools: {toolset: coding}\n");
  const link = join(PLACES.root, "link.yaml");
  symlinkSync(real, link);
  const fromHome = await loadConfig({ ...given({}), homeFile: link });
  expect(fromHome).toMatchObject({ ok: true });
  const fromWorkspace = await loadConfig({ ...given({}), workspaceFile: { path: link } });
  expect(fromWorkspace).toMatchObject({
    ok: false,
    message: `${link} is a link, which is not followed here`,
  });
});

test("environment replaces the home's value, a flag the environment's, and the origin is told", async () => {
  const home = "tools:\n  toolset: minimal\n  approval_mode: deny\nlog: {level: info}\n";
  const env = {
    WIELD_TOOLSET: "coding",
    WIELD_APPROVAL_MODE: "prompt",
    WIELD_LOG_LEVEL: "debug",
    WIELD_MODEL: "a/b",
  };
  const loaded = await load({ home, env, flags: { approvalMode: "auto" } });
  expect(loaded.values).toMatchObject({
    "tools.toolset": "coding",
    "tools.approval_mode": "auto",
    "log.level": "debug",
    model: "a/b",
  });
  const origins = new Map(loaded.all.map(({ name, origin }) => [name, origin]));
  expect(origins.get("tools.toolset")).toBe("environment WIELD_TOOLSET");
  expect(origins.get("tools.approval_mode")).toBe("flag --approval-mode");
  const alone = await load({ home });
  expect(alone.all.find(({ name }) => name === "tools.toolset")?.origin).toBe(
    `${PLACES.root}/${counter}/home.yaml:2`,
  );
});

test("a wrong variable or flag stops the start and is named", async () => {
  expect(await refusal({ env: { WIELD_APPROVAL_MODE: "confrim" } })).toBe(
    'environment WIELD_APPROVAL_MODE: tools.approval_mode is "confrim"; allowed: auto, prompt, deny',
  );
  expect(await refusal({ env: { WIELD_APPROVAL_MODE: "" } })).toContain('is ""; allowed');
  expect(await refusal({ flags: { approvalMode: "promt" } })).toContain('did you mean "prompt"');
  expect(await refusal({ env: { WIELD_LOG_LEVEL: "loud" } })).toContain("allowed: debug, info, warn, error");
});

test("an empty variable counts as not set, a misspelt one is told", async () => {
  expect((await load({ env: { WIELD_TOOLSET: "", WIELD_MODEL: "" } })).values["tools.toolset"]).toBe(
    "default",
  );
  expect(await notices({ env: { WIELD_TOOLSETS: "coding", WIELD_XYZ: "1" } })).toEqual([
    'environment WIELD_TOOLSETS: unknown variable; did you mean "WIELD_TOOLSET"?',
  ]);
});

test("C-030: a workspace tightens and never loosens, and what is not used is named", async () => {
  const outside = join(PLACES.root, "outside");
  mkdirSync(outside, { recursive: true });
  const loaded = await load({
    home: "tools:\n  approval_mode: prompt\n",
    workspace: `tools:\n  approval_mode: auto\n  fence_untrusted: false\n  rules:\n    - {tool: terminal, action: allow}\n    - {match: {path: .env}, action: deny}\nfiles:\n  write_roots: [${outside}]\njournal: {keep_days: 1, strict: true}\nundo: {max_file_bytes: 1}\n`,
  });
  expect(loaded.values).toMatchObject({
    "tools.approval_mode": "prompt",
    "tools.fence_untrusted": true,
    "tools.rules": [{ match: { path: ".env" }, action: "deny" }],
    "files.write_roots": [],
    "journal.keep_days": 90,
    "journal.strict": true,
  });
  const said = loaded.notices.map(({ kind, text }) => `${kind} ${text.split("work.yaml:")[1]}`);
  expect(said).toEqual(
    [
      "value_not_used 5: tools.rules[0] is not used: a workspace's rules may only ask or deny",
      'value_not_used 2: tools.approval_mode is not used: a workspace cannot loosen "prompt"',
      "value_not_used 3: tools.fence_untrusted is not used: a workspace cannot loosen true",
      "value_not_used 8: files.write_roots[0] is not used: it lies outside the folders of the person's configuration",
      "value_not_used 9: journal.keep_days is not used: only the person's own configuration sets it",
      "value_not_used 10: undo.max_file_bytes is not used: only the person's own configuration sets it",
    ].toSorted((a, b) => said.indexOf(a) - said.indexOf(b)),
  );
});

test("R-012: the strictest of person, workspace and surface holds, and a flag replaces only the person's", async () => {
  const mode = async (of: Given) => (await load(of)).values["tools.approval_mode"];
  expect(await mode({ workspace: "tools: {approval_mode: prompt}" })).toBe("prompt");
  expect(
    await mode({ home: "tools: {approval_mode: deny}", workspace: "tools: {approval_mode: auto}" }),
  ).toBe("deny");
  const both = { home: "tools: {approval_mode: deny}", workspace: "tools: {approval_mode: prompt}" };
  expect(await mode({ ...both, flags: { approvalMode: "auto" } })).toBe("prompt");
  expect(await mode({ ...both, env: { WIELD_APPROVAL_MODE: "auto" } })).toBe("prompt");
});

test("a workspace's surface modes may only be stricter", async () => {
  const loaded = await load({ workspace: "tools:\n  platform_approval: {telegram: auto, web: deny}\n" });
  expect(loaded.values["tools.platform_approval"]).toEqual({
    telegram: "prompt",
    discord: "prompt",
    web: "deny",
  });
  expect(loaded.notices).toHaveLength(1);
});

test("a workspace may choose tools, but never switch on what the person has switched off", async () => {
  const { values, all } = await load({
    home: "tools:\n  toolset: coding\n  disabled: [terminal]\n  enabled: [web_search]\ntoolsets: {mine: {include: [grep]}}\n",
    workspace:
      "tools:\n  toolset: research\n  disabled: [glob]\n  enabled: [ask_user]\ntoolsets: {mine: {include: ['*']}, ours: {}}\n",
  });
  expect(values).toMatchObject({
    "tools.toolset": "research",
    "tools.disabled": ["terminal", "glob"],
    "tools.enabled": ["web_search", "ask_user"],
    toolsets: { mine: { include: ["grep"] }, ours: {} },
  });
  const origin = all
    .find(({ name }) => name === "tools.disabled")
    ?.origin.replaceAll(`${PLACES.root}/${counter}/`, "");
  expect(origin).toBe("home.yaml:3 and work.yaml:3");
});

test("flag and environment replace what a workspace prefers", async () => {
  const workspace = "tools: {toolset: research}\n";
  expect((await load({ workspace, env: { WIELD_TOOLSET: "coding" } })).values["tools.toolset"]).toBe(
    "coding",
  );
  expect((await load({ workspace, home: "tools: {toolset: minimal}\n" })).values["tools.toolset"]).toBe(
    "research",
  );
});

test("roots are real paths, a workspace's count inside the person's by the real path", async () => {
  const data = join(PLACES.root, "data");
  mkdirSync(join(data, "in"), { recursive: true });
  mkdirSync(join(PLACES.root, "secret"), { recursive: true });
  symlinkSync(join(PLACES.root, "secret"), join(data, "way-out"));
  symlinkSync(data, join(PLACES.home, "to-data"));
  const { values, notices: said } = await load({
    home: "files: {read_roots: [~/to-data]}\n",
    workspace: `files: {read_roots: [${data}/in, ${data}/way-out]}\n`,
  });
  expect(values["files.read_roots"]).toEqual([join(data, "in")]);
  expect(said).toHaveLength(1);
  expect(await refusal({ home: "files:\n  read_roots: [data]\n" })).toContain(
    'files.read_roots[0] is "data"; allowed: an absolute path',
  );
  expect(await notices({ home: "files: {write_roots: [/no/such/folder]}\n" })).toEqual([
    'home.yaml:1: files.write_roots[0] names "/no/such/folder", which does not exist now',
  ]);
});

test("an MCP server in an unknown toolset, or under a taken name, stops the start with its line", async () => {
  const home =
    "mcp:\n  servers:\n    a b:\n      command: x\n      toolsets: [codng]\n    a_b:\n      command: y\n";
  expect(await refusal({ home })).toMatch(
    /home\.yaml:5: unknown toolset "codng".*\n.*home\.yaml:6: .*rename one/,
  );
});
