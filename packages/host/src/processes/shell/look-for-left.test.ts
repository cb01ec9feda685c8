// Prevents: a place elsewhere that is asked again after each command whether something was left, because its grep does
// not read past a zero byte; and a program that was left there and is not told.
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProgramEnd, value } from "@wield/core";
import { expect, test } from "vitest";
import { systemClock } from "../../clock/system-clock.ts";
import { childChannel } from "../remote/child-channel.ts";
import type { RemotePlace } from "../remote/remote-place.ts";
import { createRemoteProcesses } from "../remote/remote-processes.ts";
import { SessionProcesses } from "../session/session-processes.ts";

/** This machine, as a place elsewhere that counts what is opened there. */
function countingPlace(): { readonly place: RemotePlace; readonly opened: () => number } {
  let count = 0;
  const place: RemotePlace = {
    facts: { kind: "docker", label: "here", sandbox: { kind: "container", network: "off" } },
    endsWithUs: true,
    isFolder: () => true,
    close: async () => undefined,
    open: async (script) => {
      count += 1;
      const child = spawn("/bin/sh", ["-c", script], { stdio: ["pipe", "pipe", "pipe"], detached: true });
      const ended = new Promise<ProgramEnd>((resolve) =>
        child.once("exit", (exitCode) => resolve({ exitCode })),
      );
      return value(childChannel(child, { ended }));
    },
  };
  return { place, opened: () => count };
}

/** A folder of programs whose grep finds nothing that stands behind a zero byte. */
function folderOfLineGrep(): string {
  const folder = mkdtempSync(join(tmpdir(), "wield-grep-"));
  const text = '#!/bin/sh\ncase $1 in -*F*) exit 1 ;; esac\nPATH=/usr/bin:/bin exec grep "$@"\n';
  writeFileSync(join(folder, "grep"), text);
  chmodSync(join(folder, "grep"), 0o755);
  return folder;
}

test.each([
  ["sh", "a grep that reads on", "/usr/bin:/bin"],
  ["sh", "a grep that reads lines", `${folderOfLineGrep()}:/usr/bin:/bin`],
  ["bash", "a grep that reads lines", `${folderOfLineGrep()}:/usr/bin:/bin`],
])("%s with %s knows by itself whether something was left", async (wantedShell, _what, PATH) => {
  const { place, opened } = countingPlace();
  const driver = createRemoteProcesses(place);
  const session = new SessionProcesses({
    driver,
    clock: systemClock,
    mark: `look${process.pid}x${Math.floor(performance.now() * 1000)}`,
    home: "/",
    readEnv: async () => ({ PATH, TMPDIR: tmpdir() }),
    wantedShell,
    idleMs: 60_000,
    makeId: () => "proc_0001",
  });
  const run = async (command: string) => {
    const ended = await session.run({ command, signal: new AbortController().signal });
    if (!ended.ok) throw new Error(ended.message);
    return ended.value;
  };
  try {
    await run("true");
    const before = opened();
    expect(await run("printf ok")).toMatchObject({ output: "ok", leftChildren: [] });
    expect(await run("(cd /usr; printf on)")).toMatchObject({ output: "on", leftChildren: [] });
    expect(opened() - before).toBe(0);
    const { leftChildren } = await run("setsid sleep 600 >/dev/null 2>&1 & echo left");
    expect(leftChildren.map(({ name }) => name)).toEqual(["sleep"]);
  } finally {
    await session.close();
    await driver.close();
  }
});
