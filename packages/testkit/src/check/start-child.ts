import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CheckJob } from "./check-job.ts";
import { FIXTURE_SECRETS } from "./fixture-secrets.data.ts";

/** Beside this module, as source or built. */
const CHILD = fileURLToPath(new URL(`child${extname(import.meta.url)}`, import.meta.url));

/**
 * Starts a checking process, which may read everything, write in its scratch folder only, start no programs and use
 * so much memory. Standard output and error are piped; descriptor 3 brings its messages.
 */
export function startChild(job: CheckJob): ChildProcess {
  const flags = [
    "--permission",
    "--allow-fs-read=*",
    `--allow-fs-write=${job.scratch}`,
    ...(job.startsPrograms ? ["--allow-child-process"] : []),
    `--max-old-space-size=${job.limits.memoryMb}`,
    "--no-warnings",
  ];
  const child = spawn(process.execPath, [...flags, CHILD], {
    cwd: join(job.scratch, "start"),
    env: {
      PATH: process.env["PATH"],
      LANG: process.env["LANG"],
      HOME: join(job.scratch, "home"),
      TMPDIR: join(job.scratch, "tmp"),
      WIELD_HOME: join(job.scratch, "home", ".wield"),
      ...Object.fromEntries(FIXTURE_SECRETS.map(({ name, value }) => [name, value])),
    },
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
  // It may be gone before it has read everything.
  child.stdin?.on("error", () => undefined);
  child.stdin?.write(`${JSON.stringify(job)}\n`);
  return child;
}

/** Makes the folder that a checking process may write in, and removes it when `use` has ended. */
export async function withScratch<Result>(use: (scratch: string) => Promise<Result>): Promise<Result> {
  const scratch = await realpath(await mkdtemp(join(tmpdir(), "wield-check-")));
  try {
    for (const folder of ["start", "home", "tmp"]) await mkdir(join(scratch, folder));
    return await use(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
