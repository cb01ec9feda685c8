import { realpathSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { openRuntime, type Runtime, serverAskers } from "@wield/app";
import { type LogLevel, value } from "@wield/core";
import { createIdSource, systemClock } from "@wield/host";
import { serveStdio } from "@wield/mcp";
import type { RunCommand } from "../argv/command-spec.ts";
import { startPassedOn } from "../mcp-servers/start-passed-on.ts";
import { guardDescriptor } from "../start/guard-descriptor.ts";
import { watchSignals } from "../start/watch-signals.ts";
import { runtimeFlags } from "../start/with-runtime.ts";

/** `wield mcp`: everything but the protocol goes to standard error. */
export const run: RunCommand = async ({ io, env, cwd, flags, version }) => {
  guardDescriptor();
  // Each call leaves garbage behind. Left to grow with it, the space for new objects alone takes 90 MB, for no speed.
  setFlagsFromString("--semi-space-growth-factor=1");
  const given = runtimeFlags(flags);
  const named = given.workspace ?? (env["WIELD_WORKSPACE"] === "" ? undefined : env["WIELD_WORKSPACE"]);
  const log = (level: LogLevel, message: string): void => {
    if (level !== "debug") io.err.line(`${level}: ${message}`);
  };
  const parent = process.ppid;
  const signals = watchSignals();
  try {
    await serveStdio({
      open: async (workspace) => {
        const opened = await openRuntime({ cwd, env, flags: { ...given, workspace }, surface: "mcp", log });
        if (!opened.ok) return opened;
        await startPassedOn(opened.value, given.toolset);
        return value(askedAtServer(opened.value));
      },
      ...(named === undefined ? {} : { workspace: await realPathOf(resolve(cwd, named)) }),
      cwd: realpathSync(cwd),
      realPath: realPathOf,
      version,
      stdin: io.stdin,
      stdout: io.stdout,
      stderr: io.stderr,
      log,
      clock: systemClock,
      ids: createIdSource(),
      signal: signals.signal,
      isOrphaned: () => process.ppid !== parent,
    });
  } finally {
    signals.stop();
    // The client had its time to take the last answers.
    io.out.drop();
  }
  return signals.signal.aborted ? (signals.name() === "SIGTERM" ? 143 : 130) : 0;
};

/** What is asked shows where this home is served too, while somebody is there. */
function askedAtServer(runtime: Runtime): Runtime {
  const askers = serverAskers(runtime.home, { onlyAttended: true });
  return { ...runtime, conversation: (options) => runtime.conversation({ ...options, askers }) };
}

async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // Not there yet: the part that is there has its links resolved, the rest stays.
    const parent = resolve(path, "..");
    return parent === path
      ? path
      : resolve(await realPathOf(parent), path.slice(parent.length).replace(/^\/+/, ""));
  }
}
