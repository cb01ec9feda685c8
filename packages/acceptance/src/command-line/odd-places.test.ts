// Prevents: a folder, a name or an environment that is merely unusual ending the command with a stack, mixing up whose
// records are whose, or opening Wield's own records to a tool.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callTool, makePlaces, type Places } from "../command/places.ts";
import { commandEnvironment, ended, COMMAND, type Ended } from "../command/wield.ts";

const OWN_FAULT = /fault of its own|\n {4}at /;

test.for(["with blanks", "日本 ü 😀", "line\nbreak", "-dash", "quote'\"`$(x)", "~", "%41#?"])(
  "a folder and a file called %j work like any other",
  async (name) => {
    await using places = makePlaces();
    const cwd = join(places.workspace, name);
    mkdirSync(cwd);
    const path = `${name}/${name}.txt`;
    const write = JSON.stringify({ path, content: "x\n" });
    // A leading ~ is the person's folder, so the name alone cannot mean a folder of that name.
    const made = await places.run(["call", "write_file", write], { cwd });
    if (name === "~") {
      expect(made).toMatchObject({ code: 3, out: "" });
      return;
    }
    expect(made).toMatchObject({ code: 0, err: "" });
    expect(readFileSync(join(cwd, path), "utf8")).toBe("x\n");
    const read = await places.run(["call", "read_file", `path=${path}`, "--json"], { cwd });
    expect(JSON.parse(read.out)).toMatchObject({ status: "ok", data: { path } });
    expect(await places.run(["journal"], { cwd })).toMatchObject({ code: 0 });
    expect(await places.run(["undo", "--yes"], { cwd })).toMatchObject({ code: 0 });
    expect(readdirSync(cwd)).toEqual([]);
  },
);

test.for([
  [{ HOME: "/dev/null", WIELD_HOME: undefined }, 'environment HOME: "/dev/null" is not a folder'],
  [{ WIELD_HOME: "/dev/null" }, 'environment WIELD_HOME: "/dev/null" is not a folder'],
  [{ WIELD_HOME: "/dev/null/x/y" }, 'environment WIELD_HOME: "/dev/null" is not a folder'],
  [{ WIELD_WORKSPACE: "/nowhere" }, 'environment WIELD_WORKSPACE: the workspace "/nowhere" does not exist'],
  [
    { WIELD_WORKSPACE: "/dev/null" },
    'environment WIELD_WORKSPACE: the workspace "/dev/null" is not a folder',
  ],
] as const)("the environment %j is refused in plain words, and nothing runs", async ([env, message]) => {
  await using places = makePlaces();
  for (const args of [["call", "write_file", "path=a.txt", "content=x"], ["tools"], ["undo"], ["journal"]]) {
    const { code, out, err } = await places.run(args, { env });
    expect({ args, code, out }).toEqual({ args, code: 2, out: "" });
    expect(err).toContain(message);
    expect(err).not.toMatch(OWN_FAULT);
  }
  expect(existsSync(join(places.workspace, "a.txt"))).toBe(false);
});

test("a folder that was removed under the shell is told, and the version still answers", async () => {
  await using places = makePlaces();
  const gone = join(places.root, "gone");
  const inGone = (...args: readonly string[]): Promise<Ended> => {
    mkdirSync(gone);
    const script = 'cd "$1" && rmdir "$1" && shift && exec "$@"';
    const child = spawn("sh", ["-c", script, "sh", gone, process.execPath, COMMAND, ...args], {
      env: commandEnvironment({ home: places.home }),
      stdio: "pipe",
    });
    child.stdin.end();
    return ended(child, { limitMs: 120_000, what: args.join(" ") });
  };
  for (const args of [["tools"], ["mcp"], ["call", "read_file", "path=a.txt"]]) {
    const { code, out, err } = await inGone(...args);
    expect({ args, code, out }).toEqual({ args, code: 2, out: "" });
    expect(err).toContain("the current folder is gone");
    expect(err).not.toMatch(OWN_FAULT);
  }
  expect(await inGone("--version")).toMatchObject({ code: 0 });
});

test("without HOME the records go where the system says, never into the folder one stands in", async () => {
  await using places = makePlaces();
  places.write("work/a.txt", "x\n");
  for (const HOME of ["", "relative", undefined]) {
    // The home is given, so that nothing is written into the real one; what is shown tells which would be taken.
    const { out } = await places.run(["config", "path"], { env: { HOME, WIELD_HOME: undefined } });
    expect(out).toMatch(/^\/.*\/\.wield\/config\.yaml\n/);
    expect(out).not.toContain(places.workspace);
  }
  expect(readdirSync(places.workspace)).toEqual(["a.txt"]);
});

/** The records must be closed by each way to them. */
async function checkClosed(places: Places, { cwd, home }: { readonly cwd: string; readonly home: string }) {
  const inside = home.slice(cwd.length + 1);
  symlinkSync(inside, join(cwd, "alias"));
  const made = await places.run(["call", "write_file", "path=b.txt", "content=x"], { cwd, home });
  expect(made).toMatchObject({ code: 0 });
  const runtime = await places.open({ cwd, env: { WIELD_HOME: home } });
  for (const path of [
    `${inside}/wield.db`,
    `${inside}/journal`,
    "alias/last-sweep",
    `./x/../${inside}/last-sweep`,
    `${home}/last-sweep`,
  ]) {
    for (const [tool, input] of [
      ["read_file", { path }],
      ["write_file", { path: `${path}/planted`, content: "x" }],
      ["write_file", { path, content: "x", append: true }],
      ["list_files", { path }],
      ["grep", { pattern: "call", path }],
      ["glob", { pattern: "**", path }],
    ] as const) {
      const outcome = await callTool(runtime, tool, input);
      expect(outcome, `${tool} ${path}`).not.toMatchObject({ status: "ok" });
      expect(JSON.stringify(outcome), `${tool} ${path}`).not.toMatch(/SQLite|"callId/);
    }
  }
  const listed = await callTool(runtime, "list_files", { recursive: true, all: true, depth: 9 });
  expect(JSON.stringify(listed)).not.toMatch(/wield\.db|\.jsonl/);
  expect(await places.run(["undo", "--yes"], { cwd, home })).toMatchObject({ code: 0 });
}

test.for(["the workspace holds the home", "the workspace is the home folder"])(
  "R-011: the records are closed by every way to them when %s",
  async (place) => {
    await using places = makePlaces();
    const isInside = place.startsWith("the workspace holds");
    const cwd = isInside ? places.workspace : places.home;
    await checkClosed(places, { cwd, home: join(cwd, isInside ? "deep/records" : ".wield") });
  },
);
