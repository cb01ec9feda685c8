import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export interface TestSshServer {
  readonly port: number;
  readonly user: string;
  readonly privateKey: string;
  /** Of the server's own key, as `SHA256:…`. */
  readonly fingerprint: string;
  /** A configuration of ssh in which this server is `test-server`, its key known; `lines` come first. */
  configFile(lines?: readonly string[]): string;
  /** Host lines for such a configuration: this server under a name of yours. */
  hostLines(name: string): readonly string[];
  /** The server's key in the form of known_hosts. */
  readonly knownHost: string;
  /** A file that the login shell reads before it does anything; empty. */
  readonly loginNoise: string;
  /** A folder for files of a test. */
  readonly scratch: string;
  /** A folder of that user there. */
  readonly home: string;
  /** Ends all connections, as a network that fails does. */
  dropConnections(): void;
  stop(): Promise<void>;
}

/** A real sshd with a configuration of its own, on a free port of this machine, for an ordinary user. */
export async function startSshServer(): Promise<TestSshServer> {
  const folder = mkdtempSync(join(tmpdir(), "wield-sshd-"));
  chmodSync(folder, 0o755);
  const user = ordinaryUser();
  const { uid, gid } = idsOf(user);
  const key = (name: string): string => {
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(folder, name)]);
    return join(folder, name);
  };
  const hostKey = key("host");
  const userKey = key("user");
  const authorized = join(folder, "authorized");
  writeFileSync(authorized, readFileSync(`${userKey}.pub`));
  chmodSync(authorized, 0o644);
  const home = join(folder, "home");
  mkdirSync(home);
  if (process.getuid?.() === 0) chownSync(home, uid, gid);
  const loginNoise = join(folder, "noise");
  writeFileSync(loginNoise, "");
  const port = await freePort();
  const config = join(folder, "config");
  writeFileSync(
    config,
    [
      `Port ${port}`,
      "ListenAddress 127.0.0.1",
      `HostKey ${hostKey}`,
      `AuthorizedKeysFile ${authorized}`,
      `PidFile ${join(folder, "pid")}`,
      "StrictModes no",
      "UsePAM no",
      `SetEnv BASH_ENV=${loginNoise}`,
      "PasswordAuthentication no",
      "MaxSessions 10",
      "MaxStartups 50",
    ].join("\n"),
  );
  // Only a server that changes to other users asks for it.
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true });
  const server = spawn("/usr/sbin/sshd", ["-D", "-e", "-f", config], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const limit = performance.now() + 10_000;
  while (!(await isListening(port))) {
    if (performance.now() > limit || server.exitCode !== null) throw new Error("sshd does not start here");
    await pause(50);
  }
  const knownHost = `[127.0.0.1]:${port} ${readFileSync(`${hostKey}.pub`, "utf8").trim()}`;
  const knownHosts = join(folder, "known_hosts");
  writeFileSync(knownHosts, `${knownHost}\n`);
  let configs = 0;
  const hostLines = (name: string): readonly string[] => [
    `Host ${name}`,
    "  HostName 127.0.0.1",
    `  Port ${port}`,
    `  User ${user}`,
    `  IdentityFile ${userKey}`,
    "  IdentitiesOnly yes",
    `  UserKnownHostsFile ${knownHosts}`,
    "  GlobalKnownHostsFile none",
    "  StrictHostKeyChecking yes",
  ];
  const fingerprint = execFileSync("ssh-keygen", ["-lf", `${hostKey}.pub`], { encoding: "utf8" }).split(
    " ",
  )[1];
  return {
    port,
    user,
    privateKey: readFileSync(userKey, "utf8"),
    fingerprint: fingerprint ?? "",
    knownHost,
    hostLines,
    loginNoise,
    scratch: folder,
    configFile: (lines = []) => {
      configs += 1;
      const path = join(folder, `ssh-config-${configs}`);
      writeFileSync(path, [...lines, ...hostLines("test-server"), ""].join("\n"));
      return path;
    },
    home,
    dropConnections: () => {
      for (const pid of sessionsOf(server.pid ?? 0)) process.kill(pid, "SIGKILL");
    },
    stop: async () => {
      for (const pid of sessionsOf(server.pid ?? 0)) process.kill(pid, "SIGKILL");
      server.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function ordinaryUser(): string {
  if (process.getuid?.() !== 0) return execFileSync("id", ["-un"], { encoding: "utf8" }).trim();
  const name = "wieldtest";
  try {
    execFileSync("id", [name], { stdio: "ignore" });
  } catch {
    execFileSync("useradd", ["--create-home", "--shell", "/bin/bash", name]);
  }
  // A locked account is refused even with a key.
  execFileSync("usermod", ["-p", "*", name]);
  return name;
}

function idsOf(user: string): { readonly uid: number; readonly gid: number } {
  const id = (flag: string): number => Number(execFileSync("id", [flag, user], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** The processes of the server that hold connections: one with rights and one without for each. */
function sessionsOf(pid: number): readonly number[] {
  return childrenOf(pid)
    .filter((child) => readFileSync(`/proc/${child}/comm`, "utf8").startsWith("sshd"))
    .flatMap((child) => [child, ...sessionsOf(child)]);
}

function childrenOf(pid: number): readonly number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(path)) return [];
  return readFileSync(path, "utf8")
    .trim()
    .split(" ")
    .filter((child) => child !== "")
    .map(Number);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
