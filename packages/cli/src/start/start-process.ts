/** When what was compiled is kept of a command that goes on: most servers are ended by a signal, which keeps nothing. */
const KEEP_AFTER_MS = 2000;

/** Starts the command. Everything else is imported after the cache of compiled code is on. */
export async function startProcess(argv: readonly string[], version: string): Promise<void> {
  keepCompiledCode();
  const { runProcess } = await import("./run-process.ts");
  await runProcess(argv, version);
}

/**
 * Compiled code is kept below the person's own folder, once there is one: a shared temporary folder, or one that is
 * relative to where the command was started, would let others put code there. Node's modules are not imported here,
 * which would load all of their lazy parts.
 */
function keepCompiledCode(): void {
  const { statSync } = process.getBuiltinModule("node:fs");
  const { isAbsolute, join } = process.getBuiltinModule("node:path");
  const { HOME, WIELD_HOME } = process.env;
  const home = WIELD_HOME === undefined || WIELD_HOME === "" ? join(HOME ?? "", ".wield") : WIELD_HOME;
  if (!isAbsolute(home)) return;
  try {
    if (!statSync(home).isDirectory()) return;
  } catch {
    // Not there, or closed: what opens it says so.
    return;
  }
  const { enableCompileCache, flushCompileCache } = process.getBuiltinModule("node:module");
  enableCompileCache(join(home, "cache"));
  setTimeout(flushCompileCache, KEEP_AFTER_MS).unref();
}
