// For tests: a place elsewhere that is this machine, with a shell of one's choice.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { value } from "@wield/core";
import { byteSource } from "../../processes/byte-source.ts";
import type { RemotePlace } from "../../processes/remote/remote-place.ts";
import { writeTo } from "../../processes/write-to.ts";

/** A folder with these programs and no others, for a PATH. */
export function folderOfPrograms(names: readonly string[], from: (name: string) => string): string {
  const folder = mkdtempSync(join(tmpdir(), "wield-programs-"));
  for (const name of names) symlinkSync(from(name), join(folder, name));
  return folder;
}

/** What POSIX has, as this machine has it: neither stat nor readlink, no hash sums, and no sync. */
export function posixPrograms(): string {
  const names = [
    "sh",
    "env",
    "ls",
    "cat",
    "dd",
    "mv",
    "ln",
    "rm",
    "mkdir",
    "rmdir",
    "chmod",
    "chown",
    "wc",
    "find",
  ];
  return folderOfPrograms([...names, "head", "tr", "grep", "pwd", "cksum"], programFile);
}

function programFile(name: string): string {
  const folders = (process.env["PATH"] ?? "").split(":").concat("/usr/bin", "/bin");
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? name;
}

export interface LocalShellPlace extends RemotePlace {
  /** Ends everything that runs at once, as a server that fails does. */
  drop(): void;
  /** Closes what the shells read, as a connection that fails does. */
  cut(): void;
  /** Told of each message before it is sent. */
  onMessage(listen: (message: string) => void): void;
  /** Does something right before the next message that matches is sent. */
  beforeMessage(message: RegExp, act: () => void): void;
  /**
   * A shell answers nothing any more once a message that matches was sent, as a network that swallows all does. Resolves
   * when the first one was; nothing ends it.
   */
  stallWith(message: RegExp | undefined): Promise<void>;
  /** Drops everything once a message that matches was sent: no answer to it comes, whatever became of it. */
  dropWith(message: RegExp): void;
}

/** As `place`, but as if it had no `/proc`. */
export function withoutProc(place: LocalShellPlace): LocalShellPlace {
  return { ...place, open: (script) => place.open(script.replaceAll("/proc/self/fd", "/nowhere/fd")) };
}

export function createLocalShellPlace(
  argv: readonly [string, ...string[]] = ["/bin/sh"],
  env: NodeJS.ProcessEnv = process.env,
): LocalShellPlace {
  const drops = new Set<() => void>();
  const cuts = new Set<() => void>();
  let fatal: RegExp | undefined;
  let awaited: { readonly message: RegExp; readonly act: () => void } | undefined;
  let tellOf: (message: string) => void = () => undefined;
  let stalling: RegExp | undefined;
  let stalled: () => void = () => undefined;
  const drop = (): void => {
    for (const end of drops) end();
  };
  return {
    facts: { kind: "ssh", label: "this machine", sandbox: { kind: "none", network: "on" } },
    async open(script) {
      const [program, ...args] = argv;
      const child = spawn(program, [...args, "-c", script], { env, detached: true });
      const end = (): void => {
        try {
          if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
        } catch {
          // It has ended.
        }
      };
      drops.add(end);
      cuts.add(() => void child.stdin.end());
      let isMute = false;
      const output = byteSource(child.stdout);
      const errors = byteSource(child.stderr);
      child.stdin.on("error", () => undefined);
      return value({
        output: {
          ...output,
          listen: (listener) => output.listen((chunk) => (isMute ? undefined : listener(chunk))),
        },
        errors,
        ended: new Promise((resolve) => {
          child.once("close", (exitCode) => {
            drops.delete(end);
            resolve(exitCode === null ? { exitCode, lost: "the connection was lost" } : { exitCode });
          });
        }),
        write: async (bytes) => {
          const message = Buffer.from(bytes).toString().replaceAll("\n", " ");
          tellOf(message);
          if (awaited?.message.test(message) === true) {
            const { act } = awaited;
            awaited = undefined;
            act();
          }
          const isFatal = fatal?.test(message) === true;
          const isStalled = stalling?.test(message) === true;
          isMute ||= isFatal || isStalled;
          const isWritten = await writeTo(child.stdin, bytes);
          if (isFatal) drop();
          if (isStalled) stalled();
          return isWritten;
        },
        endInput: () => void child.stdin.end(),
        release: () => {
          output.release();
          errors.release();
        },
      });
    },
    drop,
    cut: () => cuts.forEach((cut) => cut()),
    onMessage: (listen) => {
      tellOf = listen;
    },
    beforeMessage: (message, act) => {
      awaited = { message, act };
    },
    stallWith: (message) => {
      stalling = message;
      return new Promise((resolve) => {
        stalled = resolve;
      });
    },
    dropWith: (message) => {
      fatal = message;
    },
    close: async () => drop(),
  };
}
