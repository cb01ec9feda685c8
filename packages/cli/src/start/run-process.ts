import { createIo } from "../terminal/io.ts";
import { ownOutput } from "./own-output.ts";
import { runWield } from "./run-wield.ts";

const KEEP_ALIVE_MS = 1 << 30;

/**
 * Runs the command of this process and leaves with its exit code, once all that was written has gone out. A tool
 * that still holds a timer or a socket must not keep the command from ending.
 */
export async function runProcess(argv: readonly string[], version: string): Promise<void> {
  const { env, stdin, stderr } = process;
  const io = createIo({ stdin, stdout: ownOutput(), stderr }, env);
  // Limits and deadlines are timers that keep nothing alive: without this a call that only waits would end here.
  setInterval(() => undefined, KEEP_ALIVE_MS);
  let code: number;
  try {
    code = await runWield(argv, { io, env, cwd: process.cwd(), version });
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    io.err.line(`wield failed, which is a fault of its own: ${why}`);
    code = 1;
  }
  await Promise.all([io.out.flush(), io.err.flush()]);
  process.exit(code);
}
