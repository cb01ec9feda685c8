// Prevents: programs that outlive the process that started them, and starts that fail as something else.
import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createLocalProcesses } from "./local-processes.ts";

const alive = (text: string): number =>
  readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(text);
    } catch {
      return false;
    }
  }).length;

const spec = {
  folder: "/",
  env: { PATH: "/usr/bin:/bin" },
  mark: `unit${process.pid}`,
  input: "empty",
  output: "merged",
} as const;

test("a program gives its output, its end and who it is", async () => {
  const driver = createLocalProcesses();
  const started = await driver.spawn({ ...spec, argv: ["sh", "-c", "echo out; echo err >&2; exit 3"] });
  if (!started.ok) throw new Error(started.message);
  const parts: string[] = [];
  started.value.output.listen((chunk) => parts.push(Buffer.from(chunk).toString()));
  expect(await started.value.ended).toEqual({ exitCode: 3 });
  await started.value.output.closed;
  expect(parts.join("")).toBe("out\nerr\n");
  const { identity } = started.value;
  expect(identity.bootId).toMatch(/^[0-9a-f-]{36}$/);
  expect(identity.pid).toBeGreaterThan(1);
  await driver.close();
});

test("what cannot be started fails with the reason, for every kind of output", async () => {
  const driver = createLocalProcesses();
  for (const output of ["merged", "separate", "control"] as const) {
    const missing = await driver.spawn({ ...spec, output, argv: ["/no/such/program"] });
    // With a pipe of its own a small program is started first, which may end before or after it is known.
    const end = missing.ok ? await missing.value.ended : missing;
    if ("code" in end) expect(end.code).toBe("shell_failed");
    else expect(end).toEqual({ exitCode: 127 });
    const large = await driver.spawn({
      ...spec,
      output,
      argv: ["true"],
      env: { PATH: "/bin", BIG: "x".repeat(200_000) },
    });
    expect(large).toMatchObject({ ok: false, code: "shell_failed" });
  }
  await driver.close();
});

test("a program that complains before anybody looks has started, and what it said is there", async () => {
  const driver = createLocalProcesses();
  // As on a machine that is busy: each look comes late.
  const rest = new Int32Array(new SharedArrayBuffer(4));
  const busy = setInterval(() => void Atomics.wait(rest, 0, 0, 100), 1);
  const started = await driver.spawn({ ...spec, output: "control", argv: ["sh", "-c", "echo early >&2"] });
  clearInterval(busy);
  if (!started.ok) throw new Error(started.message);
  let said = "";
  started.value.errors.listen((chunk) => (said += Buffer.from(chunk).toString()));
  await started.value.errors.closed;
  expect(said).toBe("early\n");
  await driver.close();
});

test("what a program started and left is ended with the process that started the program", async () => {
  const sleep = `${600_000 + process.pid}`;
  const source = fileURLToPath(new URL("local-processes.ts", import.meta.url));
  const child = spawn(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `const { createLocalProcesses } = await import(${JSON.stringify(source)});
       const started = await createLocalProcesses().spawn({ argv: ["bash", "-c", "setsid sleep ${sleep} & sleep ${sleep}"],
         folder: "/", env: { PATH: "/usr/bin:/bin" }, mark: "exit${process.pid}", input: "empty", output: "merged" });
       process.stdin.once("data", () => process.exit(0));
       console.log("up");`,
    ],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  await new Promise((resolve) => child.stdout.once("data", resolve));
  await expect.poll(() => alive(`sleep\0${sleep}`)).toBe(2);
  child.stdin.write("go");
  await new Promise((resolve) => child.once("exit", resolve));
  await expect.poll(() => alive(`sleep\0${sleep}`)).toBe(0);
});

test("a shell is found by name or path, and bash before sh", async () => {
  const driver = createLocalProcesses();
  const bash = execFileSync("sh", ["-c", "command -v bash"], { encoding: "utf8" }).trim();
  expect(await driver.findShell()).toMatchObject({ value: { dialect: "bash" } });
  expect(await driver.findShell(bash)).toEqual({ ok: true, value: { path: bash, dialect: "bash" } });
  expect(await driver.findShell("/bin/sh")).toEqual({
    ok: true,
    value: { path: "/bin/sh", dialect: "posix" },
  });
  expect(await driver.findShell("/no/shell")).toMatchObject({ code: "shell_failed" });
  await driver.close();
});
