// Prevents: files of a server that behave unlike those of this machine.
import { rmSync } from "node:fs";
import { afterAll } from "vitest";
import { describeFilesDriver } from "../files-driver-suite.ts";
import { posixPrograms } from "./local-shell-place.ts";
import { createRemoteBench } from "./remote-bench.ts";

const posix = posixPrograms();
afterAll(() => rmSync(posix, { recursive: true }));

describeFilesDriver("files through /bin/sh", async () => createRemoteBench());

describeFilesDriver("files through nothing but what POSIX has", async () =>
  createRemoteBench(["/bin/sh"], { PATH: posix }),
);
