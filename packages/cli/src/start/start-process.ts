/** Starts the command. Everything else is imported after the cache of compiled code is on. */
export async function startProcess(argv: readonly string[], version: string): Promise<void> {
  keepCompiledCode();
  const { runProcess } = await import("./run-process.ts");
  await runProcess(argv, version);
}

/**
 * Compiled code is kept below the person's own folder, once there is one: a shared temporary folder would let
 * another account put code there. Node's modules are not imported here, which would load all of their lazy parts.
 */
function keepCompiledCode(): void {
  const { statSync } = process.getBuiltinModule("node:fs");
  const { join } = process.getBuiltinModule("node:path");
  const given = process.env["WIELD_HOME"];
  const home =
    given === undefined || given === ""
      ? join(process.getBuiltinModule("node:os").homedir(), ".wield")
      : given;
  if (statSync(home, { throwIfNoEntry: false })?.isDirectory() === true)
    process.getBuiltinModule("node:module").enableCompileCache(join(home, "cache"));
}
