// Prevents: a process id that is used again, a zombie, a process of another container or of the time before a
// reboot being taken for the owner of a call, so that running work is called interrupted or dead work never is.
import { spawn } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryHome } from "../testing/temporary-home.ts";
import { identityName, isAlive, isIdentity, ownIdentity, parseIdentityName } from "./process-identity.ts";

function startTimeOf(pid: number): { state: string; startTime: string } {
  const text = readFileSync(`/proc/${pid}/stat`, "latin1");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0] ?? "", startTime: fields[19] ?? "" };
}

test("this process is alive", () => {
  expect(ownIdentity().pid).toBe(process.pid);
  expect(isAlive(ownIdentity())).toBe(true);
});

test("another process with the same id, one of another boot, and one that never was are dead", () => {
  const own = ownIdentity();
  expect(isAlive({ ...own, startTime: String(Number(own.startTime) + 1) })).toBe(false);
  expect(isAlive({ ...own, bootId: "00000000-0000-0000-0000-000000000000" })).toBe(false);
  expect(isAlive({ ...own, pid: 999_999_999 })).toBe(false);
});

test("a process of another process id namespace is unknown, whatever its id says here", () => {
  expect(isAlive({ ...ownIdentity(), pidNamespace: "1" })).toBe("unknown");
  expect(isAlive({ ...ownIdentity(), pidNamespace: "1", pid: 999_999_999 })).toBe("unknown");
});

test("where the system tells no start time the process id alone decides", () => {
  const own = { ...ownIdentity(), startTime: "" };
  expect(isAlive(own, own)).toBe(true);
  expect(isAlive({ ...own, pid: 999_999_999 }, own)).toBe(false);
});

test("a process that has ended but was not collected is dead", async () => {
  // The shell starts a child, then becomes a program that never collects it.
  const parent = spawn("sh", ["-c", "sh -c 'read x' <&3 & echo $!; exec sleep 60"], {
    stdio: ["ignore", "pipe", "inherit", "pipe"],
  });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const printed = await new Promise<string>((resolve) =>
    parent.stdout?.once("data", (chunk) => resolve(String(chunk))),
  );
  const pid = Number(printed);
  const { startTime } = startTimeOf(pid);
  const identity = { ...ownIdentity(), pid, startTime };
  expect(isAlive(identity)).toBe(true);
  process.kill(pid, "SIGKILL");
  await expect.poll(() => startTimeOf(pid).state).toBe("Z");
  expect(isAlive(identity)).toBe(false);
});

test("a program whose name holds blanks and parentheses is read like any other", async () => {
  const program = join(temporaryHome(), ") S 1 (");
  copyFileSync("/bin/sleep", program);
  const child = spawn(program, ["60"], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise((resolve) => child.once("spawn", resolve));
  const pid = child.pid ?? 0;
  await expect.poll(() => readFileSync(`/proc/${pid}/stat`, "latin1")).toContain(") S 1 (");
  const { startTime } = startTimeOf(pid);
  expect(isAlive({ ...ownIdentity(), pid, startTime })).toBe(true);
});

test("an identity survives as a file name, and other names are none", () => {
  expect(parseIdentityName(identityName(ownIdentity()))).toEqual(ownIdentity());
  for (const name of ["", "x", "1.2.3", "../../etc.1.1.1", "1.2.zz.4", "1.2.3.4.5"]) {
    expect(parseIdentityName(name), name).toBeUndefined();
  }
});

test("only whole identities are taken from parsed text", () => {
  expect(isIdentity(ownIdentity())).toBe(true);
  const bad: unknown[] = [
    null,
    1,
    "1",
    [],
    {},
    { ...ownIdentity(), pid: 0 },
    { ...ownIdentity(), pid: "1" },
    { pid: 1 },
  ];
  for (const candidate of bad) expect(isIdentity(candidate)).toBe(false);
  expect(isIdentity(JSON.parse(`{"__proto__":${JSON.stringify(ownIdentity())}}`))).toBe(false);
});
