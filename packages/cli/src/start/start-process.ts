import { statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";
import { createIo } from "../terminal/io.ts";

const KEEP_ALIVE_MS = 1 << 30;

/**
 * Runs the command of this process and leaves with its exit code, once all that was written has gone out. A tool
 * that still holds a timer or a socket must not keep the command from ending.
 */
export async function startProcess(argv: readonly string[], version: string): Promise<void> {
  keepCompiledCode();
  const { env, stdin, stdout, stderr } = process;
  const io = createIo({ stdin, stdout, stderr }, env);
  // Limits and deadlines are timers that keep nothing alive: without this a call that only waits would end here.
  setInterval(() => undefined, KEEP_ALIVE_MS);
  let code: number;
  try {
    const { runWield } = await import("./run-wield.ts");
    code = await runWield(argv, { io, env, cwd: process.cwd(), version });
  } catch (error) {
    io.err.line(
      `wield failed, which is a fault of its own: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    code = 1;
  }
  await Promise.all([io.out.flush(), io.err.flush()]);
  process.exit(code);
}

/**
 * Compiled code is kept below the person's own folder, once there is one: a shared temporary folder would let
 * another account put code there.
 */
function keepCompiledCode(): void {
  const given = process.env["WIELD_HOME"];
  const home = given === undefined || given === "" ? join(homedir(), ".wield") : given;
  if (statSync(home, { throwIfNoEntry: false })?.isDirectory() === true)
    enableCompileCache(join(home, "cache"));
}
