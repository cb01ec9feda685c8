// Prevents: files of a server with a small or old system that behave unlike those of this machine.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { afterAll } from "vitest";
import { describeFilesDriver } from "../files-driver-suite.ts";
import { createLocalShellPlace, folderOfPrograms, posixPrograms, withoutProc } from "./local-shell-place.ts";
import { shareRemoteBenches } from "./remote-bench.ts";

const busybox = execFileSync("/bin/sh", ["-c", "command -v busybox"], { encoding: "utf8" }).trim();
const applets = execFileSync(busybox, ["--list"], { encoding: "utf8" }).split("\n").filter(Boolean);
const programs = folderOfPrograms(applets, () => busybox);
const posix = posixPrograms();
const small = shareRemoteBenches(createLocalShellPlace([busybox, "sh"], { PATH: programs }));
const old = shareRemoteBenches(createLocalShellPlace(["/bin/sh"], { PATH: posix }));
const bash = shareRemoteBenches(createLocalShellPlace(["bash", "--posix"]));
const bare = shareRemoteBenches(withoutProc(createLocalShellPlace(["/bin/sh"], { PATH: posix })));

afterAll(async () => {
  for (const benches of [small, old, bash, bare]) await benches.close();
  for (const folder of [programs, posix]) rmSync(folder, { recursive: true });
});

describeFilesDriver("files through busybox and its programs alone", () => small.make());

describeFilesDriver("files through nothing but what POSIX has", () => old.make());

describeFilesDriver("files through bash in its POSIX mode", () => bash.make());

describeFilesDriver("files of a place without /proc", () => bare.make());
