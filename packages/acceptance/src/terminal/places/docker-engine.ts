import { execFileSync, spawn } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const START_LIMIT_MS = 30_000;
const IMAGE = "wield-busybox";

export interface TestEngine {
  readonly socket: string;
  readonly image: string;
  docker(args: readonly string[]): string;
  stop(): Promise<void>;
}

/** A real engine of its own: own socket, own data, no network, and one image made of busybox. */
export async function startEngine(): Promise<TestEngine> {
  const folder = mkdtempSync(join(tmpdir(), "wield-docker-"));
  const socket = join(folder, "d.sock");
  const engine = spawn(
    "dockerd",
    [
      "--iptables=false",
      "--bridge=none",
      `--host=unix://${socket}`,
      `--data-root=${join(folder, "data")}`,
      `--exec-root=${join(folder, "exec")}`,
      `--pidfile=${join(folder, "pid")}`,
      "--storage-driver=vfs",
    ],
    { stdio: "ignore" },
  );
  const docker = (args: readonly string[], input?: Buffer): string =>
    execFileSync("docker", ["--host", `unix://${socket}`, ...args], {
      encoding: "utf8",
      stdio: ["pipe", "pipe", "pipe"],
      ...(input === undefined ? {} : { input }),
    });
  const ended = new Promise<void>((resolve) => engine.once("exit", () => resolve()));
  const stop = async (): Promise<void> => {
    engine.kill("SIGTERM");
    await Promise.race([ended, pause(15_000)]);
    engine.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const limit = performance.now() + START_LIMIT_MS;
    while (!answers(() => docker(["version"]))) {
      if (performance.now() > limit || engine.exitCode !== null)
        throw new Error("dockerd does not start here");
      await pause(100);
    }
    docker(["import", "-", IMAGE], busyboxImage(folder));
    return { socket, image: IMAGE, docker, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function answers(ask: () => string): boolean {
  try {
    ask();
    return true;
  } catch {
    return false;
  }
}

function busyboxImage(folder: string): Buffer {
  const root = join(folder, "root");
  const bin = join(root, "bin");
  for (const name of ["bin", "tmp", "proc", "dev", "workspace", "etc"])
    mkdirSync(join(root, name), { recursive: true });
  chmodSync(join(root, "tmp"), 0o1777);
  const busybox = ["/bin/busybox", "/usr/bin/busybox"].find((path) => existsSync(path));
  if (busybox === undefined) throw new Error("the package busybox-static is not installed");
  copyFileSync(busybox, join(bin, "busybox"));
  for (const name of execFileSync(busybox, ["--list"], { encoding: "utf8" }).trim().split("\n"))
    if (name !== "busybox") symlinkSync("busybox", join(bin, name));
  // A shell that knows its commands by itself starts them without the mark that they are found by: dash takes its place.
  rmSync(join(bin, "sh"));
  copyFileSync("/bin/dash", join(bin, "sh"));
  for (const library of librariesOf("/bin/dash")) {
    mkdirSync(join(root, dirname(library)), { recursive: true });
    copyFileSync(library, join(root, library));
  }
  return execFileSync("tar", ["-C", root, "-c", "."], { maxBuffer: 64 * 1024 * 1024 });
}

function librariesOf(program: string): readonly string[] {
  const listed = execFileSync("ldd", [program], { encoding: "utf8" });
  return [...listed.matchAll(/(\/[^\s)]+)/g)].flatMap(([, path]) => (path === undefined ? [] : [path]));
}
