// Prevents: `wield config set` losing a comment, writing a file that stops the next start, or half of a file.
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryPlaces } from "../testing/temporary-places.ts";
import { replaceFile } from "./replace-file.ts";
import { setSetting } from "./set-setting.ts";

const PLACES = temporaryPlaces();
const FILE = join(PLACES.home, "config.yaml");

async function set(before: string | undefined, name: string, text: string) {
  rmSync(FILE, { force: true });
  if (before !== undefined) writeFileSync(FILE, before);
  return setSetting({ file: FILE, name, text, userHome: PLACES.home });
}

async function after(before: string | undefined, name: string, text: string): Promise<string> {
  const done = await set(before, name, text);
  if (!done.ok) throw new Error(done.message);
  return readFileSync(FILE, "utf8");
}

const COMMENTED = `# my settings
tools:
  # careful
  approval_mode: auto # for now
  enabled: [grep, glob]

  toolset: coding
# the end
`;

test("comments, order and blank lines stay, only the value changes", async () => {
  expect(await after(COMMENTED, "tools.approval_mode", "prompt")).toBe(
    COMMENTED.replace("auto #", "prompt #"),
  );
  expect(await after(COMMENTED, "tools.toolset", "minimal")).toBe(COMMENTED.replace("coding", "minimal"));
});

test("a value that was not there is added beside its neighbours", async () => {
  const added = await after(COMMENTED, "tools.max_parallel", "2");
  const lines = added.split("\n").filter((line) => line !== "");
  expect(lines).toEqual(
    COMMENTED.replace("toolset: coding\n", "toolset: coding\n  max_parallel: 2\n")
      .split("\n")
      .filter((line) => line !== ""),
  );
  expect(await after("tools:\n  toolset: coding\n", "journal.strict", "true")).toBe(
    "tools:\n  toolset: coding\njournal:\n  strict: true\n",
  );
  expect(await after("tools:\n", "tools.toolset", "coding")).toBe("tools:\n  toolset: coding\n");
});

test("lists, maps and keys of maps are set as YAML", async () => {
  expect(await after("tools:\n  enabled:\n  - grep\n", "tools.max_parallel", "2")).toBe(
    "tools:\n  enabled:\n  - grep\n  max_parallel: 2\n",
  );
  expect(await after("tools: { max_parallel: 1 }\n", "tools.max_parallel", "2")).toBe(
    "tools: { max_parallel: 2 }\n",
  );
  expect(await after(undefined, "tools.disabled", '[terminal, "@notebook", vps_*]')).toBe(
    'tools:\n  disabled:\n    - terminal\n    - "@notebook"\n    - vps_*\n',
  );
  expect(await after(undefined, "tools.timeouts.grep", "30")).toBe("tools:\n  timeouts:\n    grep: 30\n");
  expect(await after(undefined, "toolsets.mine.include", "[grep]")).toContain(
    "mine:\n    include:\n      - grep",
  );
});

test("a file that is made is for the person alone, one that is there keeps its mode", async () => {
  await after(undefined, "tools.toolset", "coding");
  expect(statSync(FILE).mode & 0o777).toBe(0o600);
  chmodSync(FILE, 0o644);
  await setSetting({ file: FILE, name: "tools.toolset", text: "minimal", userHome: PLACES.home });
  expect(statSync(FILE).mode & 0o777).toBe(0o644);
  expect(readdirSync(PLACES.home)).toEqual(["config.yaml"]);
});

test("a link stays a link to the file that is changed", async () => {
  rmSync(FILE, { force: true });
  const real = PLACES.write("dotfiles/wield.yaml", "tools: {}\n");
  symlinkSync(real, FILE);
  expect(
    await setSetting({ file: FILE, name: "tools.toolset", text: "coding", userHome: PLACES.home }),
  ).toMatchObject({ ok: true });
  expect(lstatSync(FILE).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, "utf8")).toContain("coding");
  rmSync(FILE);
});

test("a wrong value is refused with what is allowed, and the file stays as it is", async () => {
  for (const [name, text, expected] of [
    ["tools.approval_mode", "confrim", 'tools.approval_mode is "confrim"; allowed: auto, prompt, deny'],
    ["tools.max_parallel", "900", "tools.max_parallel is 900; allowed: a whole number from 1 to 64"],
    ["tools.toolset", "codng", 'unknown toolset "codng"; did you mean "coding"?'],
    ["tools.rules", "[{action: allow}]", "an allow rule must have a condition"],
    ["tools.timeouts.grep", "9999", "at most 600 for grep"],
    ["files.read_roots", "[here]", "an absolute path"],
  ] as const) {
    const refused = await set(COMMENTED, name, text);
    expect(refused).toMatchObject({ ok: false, code: "configuration_error" });
    expect(refused.ok ? "" : refused.message).toContain(expected);
    expect(readFileSync(FILE, "utf8")).toBe(COMMENTED);
  }
});

test("an unknown setting is refused with the nearest", async () => {
  for (const [name, nearest] of [
    ["tools.aproval_mode", "tools.approval_mode"],
    ["approval_mode", "tools.approval_mode"],
    ["tools.toolsett", "tools.toolset"],
  ]) {
    expect(await set(COMMENTED, String(name), "x")).toMatchObject({
      code: "unknown_setting",
      hint: `did you mean "${nearest}"?`,
    });
  }
  for (const name of ["", "tools", "__proto__", "tools.toolset.x"]) {
    expect(await set(COMMENTED, name, "x")).toMatchObject({ code: "unknown_setting" });
  }
});

test("a fault elsewhere in the file is told before anything is written; the faulty value itself can be set right", async () => {
  const faulty = "tools:\n  max_parallel: 0\n  toolset: coding\n";
  expect(await set(faulty, "tools.toolset", "minimal")).toMatchObject({
    ok: false,
    message: `${FILE}:2: tools.max_parallel is 0; allowed: a whole number from 1 to 64`,
  });
  expect(await after(faulty, "tools.max_parallel", "4")).toContain("max_parallel: 4");
  expect(await set("tools: [\n", "tools.toolset", "minimal")).toMatchObject({ code: "configuration_error" });
});

test("Windows line ends stay", async () => {
  expect(await after("tools:\r\n  toolset: coding # x\r\n", "tools.toolset", "minimal")).toBe(
    "tools:\r\n  toolset: minimal # x\r\n",
  );
});

test("a file that somebody else changed meanwhile is not overwritten", () => {
  writeFileSync(FILE, "theirs\n");
  expect(replaceFile({ file: FILE, before: "old\n", after: "new\n" })).toMatchObject({ code: "stale" });
  expect(replaceFile({ file: FILE, before: undefined, after: "new\n" })).toMatchObject({ code: "stale" });
  expect(readFileSync(FILE, "utf8")).toBe("theirs\n");
  expect(readdirSync(dirname(FILE))).toEqual(["config.yaml"]);
});

test("a home that does not exist yet is made", async () => {
  const file = join(PLACES.root, "new", "home", "config.yaml");
  expect(await setSetting({ file, name: "model", text: "a/b", userHome: PLACES.home })).toMatchObject({
    ok: true,
  });
  expect(readFileSync(file, "utf8")).toBe("model: a/b\n");
  expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
});

test("a folder that cannot be written is an answer, not a crash", () => {
  const file = join(PLACES.write("plain-file", ""), "config.yaml");
  expect(replaceFile({ file, before: undefined, after: "x" })).toMatchObject({ ok: false, code: "io_error" });
});
