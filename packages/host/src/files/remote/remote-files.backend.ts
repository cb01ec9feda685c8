// Prevents: files of a server with a small system that behave unlike those of this machine.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { afterAll } from "vitest";
import { describeFilesDriver } from "../files-driver-suite.ts";
import { folderOfPrograms } from "./local-shell-place.ts";
import { createRemoteBench } from "./remote-bench.ts";

const busybox = execFileSync("/bin/sh", ["-c", "command -v busybox"], { encoding: "utf8" }).trim();
const applets = execFileSync(busybox, ["--list"], { encoding: "utf8" }).split("\n").filter(Boolean);
const programs = folderOfPrograms(applets, () => busybox);
afterAll(() => rmSync(programs, { recursive: true }));

describeFilesDriver("files through busybox and its programs alone", async () =>
  createRemoteBench([busybox, "sh"], { PATH: programs }),
);
