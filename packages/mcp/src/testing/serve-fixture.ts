import { realpath } from "node:fs/promises";
import { createIdSource, systemClock } from "@wield/host";
import { serveStdio } from "../serve/serve-stdio.ts";
import type { FixtureOptions } from "./fixture-options.ts";
import { openFixtureRuntime } from "./open-fixture-runtime.ts";

const options = JSON.parse(process.argv[2] ?? "") as FixtureOptions;
const ids = createIdSource();
const log = (level: string, message: string): void => {
  if (options.isDebug === true || level === "error") console.error(`${level}: ${message}`);
};
const parent = process.ppid;
console.error(`pid ${process.pid}`);

await serveStdio({
  open: (workspace) => openFixtureRuntime(workspace, options, log),
  ...(options.workspace === undefined ? {} : { workspace: options.workspace }),
  cwd: options.cwd,
  realPath: (path) => realpath(path).catch(() => path),
  version: "0.0.0-test",
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  log,
  clock: systemClock,
  ids,
  isOrphaned: () => process.ppid !== parent,
});
console.error("the server has ended");
process.exit(0);
