// Prevents: a program that waits for a person who is not there, a shell that is another than the one told, secrets in
// the environment of commands, and output that is cut twice or in the middle of a character.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { renderOutcome } from "@wield/core";
import { expect, test } from "vitest";
import { callTool, makePlaces } from "../command/places.ts";
import { COMMAND } from "../command/wield.ts";
import { delayOutput } from "./late-output.ts";
import { countLocally, eventually, openLocalBench, uniqueSleep } from "./terminal-bench.ts";

test("T-010: programs that want a terminal or an editor fail fast", async () => {
  await using place = await openLocalBench();
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], {
      cwd: place.home,
      encoding: "utf8",
    });
  git("init", "-q");
  git("config", "user.name", "a");
  git("config", "user.email", "a@b.c");
  await place.write("a.txt", "one");
  git("add", "a.txt");
  git("commit", "-q", "-m", "first");
  await place.write("a.txt", "two");
  git("add", "a.txt");
  expect(await place.run("git commit")).toContain("Exit code 1");
  git("commit", "-q", "-m", "second");
  const head = git("rev-parse", "HEAD");
  expect(await place.run("git rebase -i HEAD~1")).toContain("Exit code 1");
  expect(git("rev-parse", "HEAD")).toBe(head);
  expect(await place.run("ssh -o StrictHostKeyChecking=ask -p 1 127.0.0.1")).toContain("Exit code 255");
  expect(await place.run("tty")).toContain("not a tty");
  expect(await place.run("echo x > /dev/tty")).toContain("No such device or address");
});

test("T-007: a blocked program is recognised, its name in a text is not", async () => {
  await using places = makePlaces();
  const runtime = await places.open();
  expect(renderOutcome(await callTool(runtime, "terminal", { command: "echo mkfs is a word" }))).toContain(
    "mkfs is a word\n",
  );
  for (const command of [
    "echo ran > ran; true && mkfs.ext4 /dev/null",
    "echo ran > ran; sudo -n shutdown --help",
  ]) {
    expect(await callTool(runtime, "terminal", { command })).toMatchObject({
      status: "denied",
      code: "policy_denied",
    });
  }
  expect(existsSync(join(places.workspace, "ran"))).toBe(false);
});

test("T-015: commands get the environment of the start, less what looks like a secret", async () => {
  await using places = makePlaces();
  const env = { FOO_FLAG: "1", MY_API_TOKEN: "t-withheld", OTHER_TOKEN: "t-passed", EXTRA: "dropped" };
  places.write(
    "home/config.yaml",
    "terminal: { env_pass: [OTHER_*], env_drop: [EXTRA] }\nsandbox: { kind: none }\n",
  );
  const runtime = await places.open({ env });
  const run = async (command: string): Promise<string> =>
    renderOutcome(await callTool(runtime, "terminal", { command }));
  expect(await run("echo $FOO_FLAG [$MY_API_TOKEN] [$EXTRA] $TERM $PAGER $GIT_EDITOR $NO_COLOR")).toBe(
    "1 [] [] dumb cat false 1\n",
  );
  expect(await run('test "$OTHER_TOKEN" = t-passed && echo passed')).toBe("passed\n");
  expect(runtime.processes.droppedVariables).toEqual(["EXTRA", "MY_API_TOKEN"]);
  await runtime.close();
});

test("T-023: where there is no bash, sh runs the commands, and the shell is named", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wield-no-bash-"));
  symlinkSync("/bin/sh", join(folder, "sh"));
  await using place = await openLocalBench({ wantedShell: join(folder, "sh") });
  expect(await place.run("echo a && echo b")).toBe("a\nb\n");
  expect(await place.run('echo "$0"')).toContain("sh");
  rmSync(folder, { recursive: true });
});

test("a shell that cannot be had is said, and nothing runs", async () => {
  await using place = await openLocalBench({ wantedShell: "no-such-shell" });
  const outcome = await place.call("terminal", { command: "echo ran" });
  expect(outcome).toMatchObject({
    status: "failed",
    code: "shell_failed",
    message: "the shell could not start: no-such-shell cannot be found or run",
  });
});

test("an unused shell is ended, and the next has its folder and variables", async () => {
  await using place = await openLocalBench({ idleMs: 150 });
  await place.run("mkdir sub; cd sub; export A=1");
  const said = await eventually(
    async () => (await new Promise((resolve) => setTimeout(resolve, 400)), place.run("pwd; echo $A")),
    (text) => text.includes("was not used"),
  );
  expect(said).toBe(
    `${place.home}/sub\n1\n… the shell was not used for a while and was ended; a new one has the same folder and variables`,
  );
});

test("functions, arrays and read-only variables stay in bash", async () => {
  await using place = await openLocalBench();
  await place.run(
    "f() { echo \"f $1\"; }; a=(1 'two words'); readonly R=fixed; declare -A m=([k]=v); export -f f",
  );
  await place.run("cd /");
  expect(await place.run('f x; echo "${a[1]} $R ${m[k]}"; bash -c "f y"; echo $OLDPWD')).toBe(
    `f x\ntwo words fixed v\nf y\n${place.home}\n`,
  );
  expect(await place.run("R=other")).toContain("readonly variable");
});

test("functions that take the names of what the shell works with disturb nothing", async () => {
  await using place = await openLocalBench();
  await place.run(
    "eval() { echo no; }; exit() { echo no; }; declare() { :; }; printf() { :; }; trap() { :; }; wait() { :; }; cd() { builtin cd / ; }; builtin() { echo no; }; set() { :; }",
  );
  expect(await place.run("echo next; pwd")).toBe(`next\n${place.home}\n`);
});

test("L-001: a long output is cut once, head and tail, with the number", async () => {
  await using place = await openLocalBench();
  const said = await place.run("head -c 100000 /dev/zero | tr '\\0' x");
  expect(said.match(/… /g)).toHaveLength(1);
  expect(said).toMatch(
    /^x{20000}\n… 70000 characters cut; whole text: out_\w+ \(read_output reads it\)\nx{10000}$/,
  );
});

test("L-002: the whole of a cut output can be read", async () => {
  await using place = await openLocalBench();
  const { outputRef } = await place.call("terminal", { command: "seq 1 20000" });
  let text = "";
  for (let offset = 0; ;) {
    const page = await place.call("read_output", { output: outputRef ?? "", offset });
    const { last, total } = page.data as { last: number; total: number };
    text += renderOutcome(page)
      .split("\n\n")
      .slice(1)
      .join("\n\n")
      .slice(0, last + 1 - offset);
    offset = last + 1;
    if (offset >= total) break;
  }
  expect(text).toBe(Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join(""));
});

test("L-001, L-002: more output than is held in memory is stored whole, masked, and cut once with its whole number", async () => {
  await using place = await openLocalBench();
  const key = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8".slice(0, 36)}`;
  const outcome = await place.call("terminal", {
    command: `seq 1 300000; echo ${key.slice(0, 10)}''${key.slice(10)}; seq 1 300000; sh -c 'exit 3'`,
  });
  const whole = Array.from({ length: 300_000 }, (_, index) => `${index + 1}\n`).join("");
  const total = `Exit code 3\n\n${whole}[REDACTED_API_KEY]\n${whole}`;
  const said = renderOutcome(outcome);
  expect(said.match(/… /g)).toHaveLength(1);
  expect(said).toContain(`… ${total.length - 30_000} characters cut; whole text: ${outcome.outputRef}`);
  expect(said.startsWith("Exit code 3\n\n1\n2\n")).toBe(true);
  expect(said.endsWith("300000\n")).toBe(true);
  const stored = place.bench.outputs.all.find(({ id }) => id === outcome.outputRef);
  expect(stored?.text).toBe(`${whole}[REDACTED_API_KEY]\n${whole}`);
  expect(stored?.isPartial).toBe(false);
});

test.each([1999, 2000, 2001])("L-005: a cut never halves a character (%d before)", async (before) => {
  await using place = await openLocalBench({ settings: { maxOutputChars: 3000 } });
  const command = `head -c ${before} /dev/zero | tr '\\0' a; for i in $(seq 2000); do printf 😀; done`;
  const outcome = await place.call("terminal", { command });
  expect(JSON.stringify(outcome).isWellFormed()).toBe(true);
  expect(renderOutcome(outcome)).toMatch(/characters cut/);
});

test("a program that a command opened by name can write to the output", async () => {
  await using place = await openLocalBench();
  expect(await place.run("echo out > /dev/stdout; echo err > /dev/stderr; echo tee | tee /dev/stderr")).toBe(
    "out\nerr\ntee\ntee\n",
  );
});

test("output that comes later than the news of the end is waited for, and belongs to its command", async () => {
  await using place = await openLocalBench({ wrap: delayOutput });
  expect(await place.run("echo one; printf 'two'")).toBe("one\ntwo");
  expect(await place.run("true")).toBe("(no output)");
  expect(await place.run("seq 1 50000 | tail -1; exit 3")).toContain("Exit code 3\n\n50000\n");
  expect(await place.run("echo start; sleep 20", { timeout: 1 })).toContain("\nstart\n");
  expect(await place.run("echo last")).toBe("last\n");
});

test("a command that ends its parent's parent does not end us", async () => {
  await using place = await openLocalBench();
  await place.run("export A=1");
  expect(await place.run("kill -9 $PPID; sleep 5")).toContain("the shell ended");
  expect(await place.run("echo $A")).toBe("1\n");
});

test("a tree of 100 processes is ended within the time", async () => {
  await using place = await openLocalBench();
  const sleep = uniqueSleep(620);
  const command = `for i in $(seq 50); do sh -c 'trap "" TERM; sleep ${sleep}; :' & done; echo up; wait`;
  const outcome = await place.call("terminal", { command, timeout: 2 });
  expect(outcome).toMatchObject({ code: "timeout" });
  expect(await place.alive(`sleep ${sleep}`)).toBe(0);
  expect(outcome.call.durationMs).toBeLessThan(60_000);
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s ends a call from the command line and its command",
  async (signal) => {
    await using places = makePlaces();
    const sleep = uniqueSleep(621);
    const child = spawn(
      process.execPath,
      [COMMAND, "call", "terminal", `command=echo begun; sleep ${sleep}`],
      {
        cwd: places.workspace,
        env: { PATH: process.env["PATH"], HOME: places.root, WIELD_HOME: places.home },
        stdio: "ignore",
      },
    );
    const alive = async (): Promise<number> => countLocally(`sleep ${sleep}`);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    // Its own command line holds the text too.
    await eventually(alive, (count) => count > 1);
    child.kill(signal);
    await ended;
    expect(await eventually(alive, (count) => count === 0)).toBe(0);
  },
);

test("no more jobs run in a session than it may have, also when all are started at once", async () => {
  await using place = await openLocalBench();
  const start = () => place.call("terminal", { command: "sleep 100", background: true });
  const started = await Promise.all(Array.from({ length: 36 }, start));
  expect(started.filter(({ status }) => status === "ok")).toHaveLength(32);
  const refused = started.flatMap((outcome) => (outcome.status === "ok" ? [] : [renderOutcome(outcome)]));
  expect(new Set(refused)).toEqual(
    new Set([
      "32 background processes are running in this session\n" +
        "Hint: look at them with process list, and end one with process kill.",
    ]),
  );
});

test("a variable whose value names one that the shell sets itself is kept", async () => {
  await using place = await openLocalBench({ wantedShell: "bash" });
  await place.run("export ARGS='-e UID=1000 -e PWD=/x'; lines=('declare -r PPID=1' b)");
  expect(await place.run('echo "$ARGS ${lines[*]}"')).toBe("-e UID=1000 -e PWD=/x declare -r PPID=1 b\n");
});
