// Prevents: a command that changes, reads or reaches more than its sandbox lets it, and a sandbox that is reported but not in force.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ProgramSpec } from "@wield/core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLocalProcesses } from "../processes/local/local-processes.ts";
import { createSandbox, type Sandbox, type SandboxOptions } from "./create-sandbox.ts";

const isRoot = process.getuid?.() === 0;
/** Root runs every test twice: as itself and as `nobody`. */
const USERS = isRoot ? (["root", "nobody"] as const) : (["this user"] as const);
const NOBODY = 65534;

let base: string;
let sandboxes: Sandbox[];

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "wield-sandbox-test-")));
  chmodSync(base, 0o755);
  sandboxes = [];
  for (const folder of ["w", "home/.ssh", "home/.wield", "out", "other"]) put(`${folder}/kept`, "old");
  put("home/.netrc", "secret");
});

afterEach(() => {
  for (const sandbox of sandboxes) sandbox.close();
  rmSync(base, { recursive: true, force: true });
});

/** A file with the folders above it, theirs who run the sandbox. */
function put(path: string, content: string): string {
  const full = join(base, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, content);
  return full;
}

function makeSandbox(given: Partial<SandboxOptions> = {}): Sandbox {
  const sandbox = createSandbox({
    kind: "bubblewrap",
    network: "on",
    workspace: join(base, "w"),
    writable: [join(base, "out")],
    readable: [base],
    hidden: [join(base, "home/.ssh"), join(base, "home/.netrc"), join(base, "home/.missing")],
    home: join(base, "home/.wield"),
    ...given,
  });
  sandboxes.push(sandbox);
  return sandbox;
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
}

function run(sandbox: Sandbox, script: string, user: (typeof USERS)[number] = USERS[0]): Ran {
  const spec: ProgramSpec = {
    argv: ["/bin/sh", "-c", script],
    folder: join(base, "w"),
    env: { PATH: "/usr/bin:/bin", HOME: join(base, "home") },
    mark: "m",
    input: "empty",
    output: "merged",
  };
  const wrapped = sandbox.wrap(spec);
  if (!wrapped.ok) throw new Error(wrapped.message);
  const [program, ...args] = wrapped.value.argv;
  const isOther = user === "nobody";
  const temporary = args[args.indexOf("TMPDIR") + 1];
  if (isOther) {
    spawnSync("chown", ["-R", `${NOBODY}:${NOBODY}`, base]);
    if (temporary?.includes("wield-sandbox-") === true) chownSync(temporary, NOBODY, NOBODY);
  }
  const ran = spawnSync(program, args, {
    cwd: wrapped.value.folder,
    env: wrapped.value.env,
    encoding: "utf8",
    timeout: 120_000,
    ...(isOther ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  return { code: ran.status, out: ran.stdout + ran.stderr };
}

test.each(USERS)("%s: only the workspace, its roots and a private folder can be written", (user) => {
  const sandbox = makeSandbox();
  const ran = run(
    sandbox,
    `echo a > made; echo b > ${base}/out/made; echo c > /tmp/made; echo d > "$TMPDIR/also"; cat /tmp/also
     for place in ${base}/other/made ${base}/home/made /etc/made /usr/made /var/tmp/made; do echo x > $place && echo "wrote $place"; done
     echo x > ${base}/other/kept && echo "wrote kept"; rm -f ${base}/other/kept; cat ${base}/other/kept; true`,
    user,
  );
  expect(ran.code).toBe(0);
  expect(ran.out).toContain("d\n");
  expect(ran.out).not.toContain("wrote");
  expect(ran.out).toContain("old");
  expect([readFileSync(join(base, "w/made"), "utf8"), readFileSync(join(base, "out/made"), "utf8")]).toEqual([
    "a\n",
    "b\n",
  ]);
  expect(existsSync("/tmp/made")).toBe(false);
  expect(readFileSync(join(base, "other/kept"), "utf8")).toBe("old");
});

test.each(USERS)("%s: what is hidden is empty, and cannot be uncovered", (user) => {
  const sandbox = makeSandbox();
  const ran = run(
    sandbox,
    `cat ${base}/home/.ssh/kept ${base}/home/.netrc ${base}/home/.wield/kept
     ls -A ${base}/home/.ssh ${base}/home/.wield
     umount ${base}/home/.ssh; umount -l ${base}/home/.wield; umount ${base}/home/.netrc
     mount --bind / /tmp && cat /tmp${base}/home/.ssh/kept
     cat ${base}/home/.ssh/kept ${base}/home/.wield/kept ${base}/home/.netrc
     unshare -Urm sh -c 'umount ${base}/home/.ssh; cat ${base}/home/.ssh/kept'
     echo x > ${base}/home/.ssh/new && echo "wrote"
     cat /proc/*/root${base}/home/.ssh/kept 2>/dev/null
     true`,
    user,
  );
  expect(ran.out).not.toMatch(/old|secret|wrote/);
  expect(readFileSync(join(base, "home/.ssh/kept"), "utf8")).toBe("old");
});

test.each(USERS)("%s: hooks and configuration of the repository, and .wield, stay as they are", (user) => {
  put("w/.git/config", "config");
  put("w/.git/hooks/post-commit", "hook");
  put("w/.wield/config.yaml", "mode: prompt");
  const ran = run(
    makeSandbox(),
    `echo x > .git/config; echo x > .git/hooks/post-commit; echo x > .git/hooks/new; rm -rf .git/hooks
     mv .git moved; mv .wield moved; mv .git/hooks .git/h; mv .git/config .git/c; rm -f .git/config
     echo x > .wield/config.yaml; mkdir .wield/tools; ln -sf /dev/null .git/config
     echo index > .git/index; mkdir .git/objects; echo done`,
    user,
  );
  expect(ran.out).toContain("done");
  const read = (path: string): string => readFileSync(join(base, "w", path), "utf8");
  expect([read(".git/config"), read(".git/hooks/post-commit"), read(".wield/config.yaml")]).toEqual([
    "config",
    "hook",
    "mode: prompt",
  ]);
  expect(read(".git/index")).toBe("index\n");
  expect(
    [".git/hooks/new", ".wield/tools", "moved"].map((path) => existsSync(join(base, "w", path))),
  ).toEqual([false, false, false]);
});

test("a worktree's hooks are those of the repository it belongs to", () => {
  put("out/repo/config", "config");
  put("out/repo/hooks/kept", "hook");
  put("out/repo/worktrees/w/commondir", "../..\n");
  put("w/.git", `gitdir: ${base}/out/repo/worktrees/w\n`);
  run(
    makeSandbox(),
    `echo x > ${base}/out/repo/hooks/kept; echo x > ${base}/out/repo/config; mv ${base}/out/repo ${base}/out/gone`,
  );
  expect(readFileSync(join(base, "out/repo/hooks/kept"), "utf8")).toBe("hook");
  expect(readFileSync(join(base, "out/repo/config"), "utf8")).toBe("config");
});

test("the home folder as the workspace keeps its secrets, and a workspace in a hidden folder is seen", () => {
  const home = join(base, "home");
  const whole = run(
    makeSandbox({ workspace: home, writable: [] }),
    `cat ${home}/.ssh/kept; echo a > ${home}/made`,
  );
  expect(whole.out).not.toContain("old");
  expect(readFileSync(join(home, "made"), "utf8")).toBe("a\n");
  put("home/.ssh/project/file", "seen");
  const inside = run(
    makeSandbox({ workspace: join(home, ".ssh/project") }),
    `cat ${home}/.ssh/project/file ${home}/.ssh/kept`,
  );
  expect(inside.out).toContain("seen");
  expect(inside.out).not.toContain("old");
});

test("a link to a hidden folder leads to nothing, and a linked hidden folder is hidden where it lies", () => {
  put("real-ssh/key", "secret key");
  rmSync(join(base, "home/.ssh"), { recursive: true });
  symlinkSync(join(base, "real-ssh"), join(base, "home/.ssh"));
  const ran = run(makeSandbox(), `cat ${base}/real-ssh/key ${base}/home/.ssh/key`);
  expect(ran.out).not.toContain("secret key");
});

test.each(USERS)("%s: without network nothing is reached; with it everything", async (user) => {
  const server = createServer((socket) => socket.end("hello")).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const script = `exec bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port} && echo connected'`;
  const off = makeSandbox({ network: "off" });
  expect(run(off, script, user).out).not.toContain("connected");
  expect(off.facts).toEqual({ kind: "bubblewrap", network: "off" });
  const on = makeSandbox();
  expect(run(on, script, user).out).toContain("connected");
  expect(on.facts).toEqual({ kind: "bubblewrap", network: "on" });
  server.close();
});

test.each(USERS)("%s: the environment and memory of what runs outside cannot be read", (user) => {
  const ran = run(
    makeSandbox(),
    `cat /proc/${process.pid}/environ | tr '\\0' '\\n' | grep -c =; ls /proc/${process.pid}/root/; ls /proc/${process.pid}/fd`,
    user,
  );
  expect(ran.out).toMatch(/^0$/m);
  expect(ran.out).not.toMatch(/^(bin|etc|0)\b(?!$)/m);
});

test.each(USERS)(
  "%s: what controls the machine cannot be reached, what finds hosts and stores data can",
  async (user) => {
    const run_ = join(base, "run");
    put("run/systemd/resolve/stub-resolv.conf", "nameserver");
    put("run/mysqld/kept", "database");
    symlinkSync(join(base, "other"), join(run_, "current-system"));
    const paths = [
      "docker.sock",
      "user/1000/bus",
      "systemd/private",
      "dbus/system_bus_socket",
      "mysqld/sock",
    ].map((path) => join(run_, path));
    paths.push(join(base, "home/agent.sock"));
    for (const path of paths) mkdirSync(dirname(path), { recursive: true });
    const servers = await Promise.all(paths.map(listenAt));
    const env = { SSH_AUTH_SOCK: paths.at(-1), DBUS_SESSION_BUS_ADDRESS: `unix:path=${paths[1]},guid=1` };
    const script = `${paths.map((path) => `python3 -c 'import socket; socket.socket(socket.AF_UNIX).connect("${path}"); print("reached ${path}")' 2>/dev/null`).join("\n")}
    cat ${run_}/systemd/resolve/stub-resolv.conf ${run_}/mysqld/kept ${run_}/current-system/kept
    ls -A ${run_}/user ${run_}/systemd; echo x > ${run_}/new && echo wrote; true`;
    const reached = (sandbox: Sandbox): readonly string[] =>
      [...run(sandbox, script, user).out.matchAll(/reached (.+)/g)].map(([, path = ""]) => path);
    const closed = makeSandbox({ runFolder: run_, env });
    expect(reached(closed)).toEqual([join(run_, "mysqld/sock")]);
    expect(run(closed, script, user).out).toMatch(/nameserverdatabaseold/);
    expect(run(closed, script, user).out).not.toContain("wrote");
    const opened = makeSandbox({ runFolder: run_, env, sockets: [paths[0] ?? "", paths[5] ?? ""] });
    expect(reached(opened)).toEqual([paths[0], join(run_, "mysqld/sock"), paths[5]]);
    for (const server of servers) server.close();
  },
);

function listenAt(path: string): Promise<ReturnType<typeof createServer>> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.end()).listen(path, () => {
      chmodSync(path, 0o777);
      resolve(server);
    });
  });
}

test("the end of a program is told through it, and a tree of it is seen from outside", () => {
  const ran = run(makeSandbox(), "exit 7");
  expect(ran.code).toBe(7);
  expect(run(makeSandbox(), "kill -SEGV $$").code).toBe(139);
  expect(run(makeSandbox(), 'echo "$$"; readlink /proc/self/ns/pid').out).toContain(
    spawnSync("readlink", ["/proc/self/ns/pid"], { encoding: "utf8" }).stdout.trim(),
  );
});

test("without bubblewrap: auto goes on and says so, bubblewrap refuses", () => {
  const auto = makeSandbox({ kind: "auto", network: "off", programs: [] });
  expect(auto.facts).toEqual({ kind: "none", network: "on" });
  expect(auto.problem).toBe("bubblewrap (bwrap) is not installed");
  expect(run(auto, "echo ran").out).toBe("ran\n");
  const must = makeSandbox({ programs: [] });
  const refused = must.wrap({
    argv: ["true"],
    folder: base,
    env: {},
    mark: "m",
    input: "empty",
    output: "merged",
  });
  expect(refused).toMatchObject({
    ok: false,
    code: "sandbox_unavailable",
    message: "sandbox bubblewrap was asked for and cannot be used: bubblewrap (bwrap) is not installed",
  });
});

test("a bubblewrap that does not work counts as none, with what it said", () => {
  const broken = put(
    "broken-bwrap",
    "#!/bin/sh\necho 'No permissions to create new namespace' >&2; exit 1\n",
  );
  chmodSync(broken, 0o755);
  const sandbox = makeSandbox({ kind: "auto", programs: [broken] });
  expect(sandbox.problem).toBe("bubblewrap does not work here: No permissions to create new namespace");
  expect(sandbox.facts.kind).toBe("none");
});

test("kind none wraps nothing and leaves nothing; closing removes the private folder", () => {
  const none = makeSandbox({ kind: "none" });
  const spec: ProgramSpec = {
    argv: ["true"],
    folder: base,
    env: {},
    mark: "m",
    input: "empty",
    output: "merged",
  };
  expect(none.wrap(spec)).toEqual({ ok: true, value: spec });
  const sandbox = makeSandbox();
  const place = run(sandbox, 'printf "%s" "$TMPDIR"').out;
  expect(existsSync(place)).toBe(true);
  sandbox.close();
  expect(existsSync(place)).toBe(false);
});

test("the local driver starts its programs in the sandbox, finds their tree and ends it", async () => {
  const sandbox = makeSandbox();
  const driver = createLocalProcesses({ sandbox });
  const started = await driver.spawn({
    argv: ["/bin/sh", "-c", `echo x > ${base}/other/made; touch made; setsid sleep 618 & echo started; wait`],
    folder: join(base, "w"),
    env: { PATH: "/usr/bin:/bin" },
    mark: "sandboxmark",
    input: "empty",
    output: "merged",
  });
  if (!started.ok) throw new Error(started.message);
  const { output, ended, identity } = started.value;
  await new Promise<void>((resolve) => {
    let text = "";
    output.listen((chunk) => {
      text += Buffer.from(chunk).toString("utf8");
      if (text.includes("started")) resolve();
    });
  });
  expect(existsSync(join(base, "other/made"))).toBe(false);
  expect(existsSync(join(base, "w/made"))).toBe(true);
  await expect
    .poll(async () => (await driver.find({ mark: "sandboxmark" })).map(({ name }) => name))
    .toContain("sleep");
  const { left } = await driver.end({ mark: "sandboxmark", heads: [identity.pid] }, { graceMs: 500 });
  expect(left).toEqual([]);
  await ended;
  expect(await driver.find({ mark: "sandboxmark" })).toEqual([]);
  expect(driver.facts.sandbox).toEqual({ kind: "bubblewrap", network: "on" });
  await driver.close();
});

test("the local driver starts nothing where the sandbox that was asked for cannot be had", async () => {
  const driver = createLocalProcesses({ sandbox: makeSandbox({ programs: [] }) });
  const refused = await driver.spawn({
    argv: ["/bin/touch", join(base, "w/made")],
    folder: base,
    env: {},
    mark: "m",
    input: "empty",
    output: "merged",
  });
  expect(refused).toMatchObject({ ok: false, code: "sandbox_unavailable" });
  expect(existsSync(join(base, "w/made"))).toBe(false);
  await driver.close();
});

test.each(USERS)(
  "%s: what cleared its environment and outlived its parent ends with the sandbox",
  async (user) => {
    const sandbox = makeSandbox();
    const seconds = `${700_000 + process.pid}`;
    run(sandbox, `env -i setsid -f sleep ${seconds} </dev/null >/dev/null 2>&1; true`, user);
    const living = (): string => spawnSync("pgrep", ["-f", `^sleep ${seconds}`], { encoding: "utf8" }).stdout;
    await expect.poll(living, { timeout: 20_000 }).toMatch(/\d/);
    sandbox.close();
    await expect.poll(living, { timeout: 20_000 }).toBe("");
  },
);
