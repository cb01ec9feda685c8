// Prevents: programs and temporary folders that outlive a process that was killed, and those of a living one being taken.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { createLocalProcesses } from "../local/local-processes.ts";
import { isOwnerGone, makeOwnerMark } from "./owner-mark.ts";
import { sweepLeft } from "./sweep-left.ts";

const source = fileURLToPath(new URL("../local/local-processes.ts", import.meta.url));
const children: ReturnType<typeof spawn>[] = [];

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

const PROGRAM = `
const { createLocalProcesses } = await import(${JSON.stringify(source)});
const driver = createLocalProcesses();
const command = process.argv[1];
const started = await driver.spawn({ argv: ["bash", "--norc", "-c", command], folder: "/", env: { PATH: process.env.PATH, TMPDIR: ${JSON.stringify(tmpdir())} },
  mark: "guarded", input: "pipe", output: "control" });
let text = "";
started.value.output.listen((chunk) => {
  if (text.includes("up\\n")) return;
  text += Buffer.from(chunk);
  if (text.includes("up\\n")) process.stdout.write(text);
});
setInterval(() => {}, 1000);
`;

/** Another process of ours that runs the command; settles when that has said `up`. */
async function started(command: string): Promise<{ readonly child: ReturnType<typeof spawn>; said: string }> {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", PROGRAM, command], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const said = await new Promise<string>((resolve) =>
    child.stdout?.once("data", (chunk: Buffer) => resolve(chunk.toString())),
  );
  return { child, said };
}

function commandLines(text: string): readonly number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ").includes(text);
      } catch {
        return false;
      }
    });
}

const foldersOf = (owner: string): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.includes(owner));

const ownerIn = (said: string): string => /w[0-9a-f]{8}p\w+/.exec(said)?.[0] ?? "none";

async function until(isSo: () => boolean): Promise<void> {
  await expect.poll(isSo).toBe(true);
}

const sleepOf = (kind: number): string => `${kind}${process.pid}`;

/** Some of it ignores being asked, began a session of its own, cleared its environment, or hangs on a full pipe. */
const treeOf = (sleep: string): string => `echo $WIELD_PROCESS
mkdir -p "\${TMPDIR:-/tmp}/wield-shell-$(o=\${WIELD_PROCESS%:*}; echo \${o##*:}).x"
sh -c 'trap "" TERM HUP; sleep ${sleep}; :' &
setsid sh -c 'trap "" TERM; sleep ${sleep}; :' &
env -i sleep ${sleep} &
setsid sh -c 'exec env -i sh -c "sleep ${sleep}; :"; :' &
(kill -STOP $BASHPID; exec sleep ${sleep}) &
sleep 0.2; echo up; yes & wait`;

test("what a killed process of ours started is ended, and its temporary folders are removed", async () => {
  const sleep = sleepOf(71);
  const { child, said } = await started(treeOf(sleep));
  const owner = ownerIn(said);
  await expect.poll(() => commandLines(`sleep ${sleep}`).length).toBeGreaterThan(3);
  expect(foldersOf(owner).length).toBe(2);
  child.kill("SIGKILL");
  const running = (): number => commandLines(`sleep ${sleep}`).length + commandLines(owner).length;
  await until(() => running() === 0 && foldersOf(owner).length === 0);
  expect([running(), foldersOf(owner)]).toEqual([0, []]);
});

test("what was left when the guard was killed too goes at the next start, and what lives stays", async () => {
  const [left, living] = [sleepOf(72), sleepOf(73)];
  const [gone, alive] = await Promise.all([started(treeOf(left)), started(treeOf(living))]);
  const [goneOwner, aliveOwner] = [ownerIn(gone.said), ownerIn(alive.said)];
  for (const pid of commandLines(goneOwner)) process.kill(pid, "SIGKILL");
  gone.child.kill("SIGKILL");
  await until(() => isOwnerGone(goneOwner));
  await expect.poll(() => commandLines(`sleep ${left}`).length).toBeGreaterThan(3);
  expect(foldersOf(goneOwner).length).toBe(2);
  await sweepLeft();
  expect(commandLines(`sleep ${left}`)).toEqual([]);
  expect(foldersOf(goneOwner)).toEqual([]);
  await expect.poll(() => commandLines(`sleep ${living}`).length).toBeGreaterThan(3);
  expect(foldersOf(aliveOwner).length).toBe(2);
  alive.child.kill("SIGKILL");
  await until(() => commandLines(`sleep ${living}`).length === 0);
});

test("a guard that a command ended is replaced with the next program, and none stays after the end", async () => {
  const driver = createLocalProcesses();
  const spec = { folder: "/", env: { PATH: "/usr/bin:/bin" }, mark: "again", input: "empty" } as const;
  const said = async (): Promise<string> => {
    const program = await driver.spawn({
      ...spec,
      output: "merged",
      argv: ["sh", "-c", "echo $WIELD_PROCESS"],
    });
    if (!program.ok) throw new Error(program.message);
    let text = "";
    program.value.output.listen((chunk) => (text += Buffer.from(chunk).toString()));
    await program.value.output.closed;
    return text;
  };
  const owner = ownerIn(await said());
  const [guard = 0, ...more] = commandLines(`wield-guard ${owner}`);
  expect(more).toEqual([]);
  process.kill(guard, "SIGKILL");
  await until(() => commandLines(`wield-guard ${owner}`).length === 0);
  await until(() => !existsSync(`/proc/${guard}`));
  await said();
  expect(commandLines(`wield-guard ${owner}`)).toHaveLength(1);
  await driver.close();
  await until(() => commandLines(owner).length === 0);
  expect(commandLines(owner)).toEqual([]);
  expect(foldersOf(owner)).toEqual([]);
});

test("only an owner that certainly ended is gone", () => {
  const own = makeOwnerMark();
  expect(isOwnerGone(own)).toBe(false);
  expect(isOwnerGone(own.replace(/t\d+n/, "t1n"))).toBe(true);
  expect(isOwnerGone(own.replace(/t\d+n\d+/, "t1n7"))).toBe(false);
  expect(isOwnerGone(own.replace(/^w.{8}/, "w00000000").replace(/t\d+n/, "t1n"))).toBe(false);
  expect(isOwnerGone("guarded")).toBe(false);
  expect(isOwnerGone(`${own.replace(/t\d+n/, "t1n")}x`)).toBe(false);
});

test("folders that only look like ours stay", async () => {
  const like = mkdtempSync(join(tmpdir(), "wield-shell-w12345678."));
  const other = mkdtempSync(join(tmpdir(), `x-wield-shell-${makeOwnerMark().replace(/t\d+n/, "t1n")}.`));
  mkdirSync(join(like, "kept"));
  await sweepLeft();
  expect([existsSync(like), existsSync(other)]).toEqual([true, true]);
  rmSync(like, { recursive: true });
  rmSync(other, { recursive: true });
});
