import { openRuntime } from "@wield/app";
import type { Runtime, RuntimeOptions } from "@wield/app";
import type { Log } from "@wield/core";
import type { CommandInput } from "../argv/command-spec.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";

export interface StartOptions {
  /** Load only these built-in tools, where start-up time counts. */
  readonly onlyTools?: readonly string[];
  /** Import no tool file. */
  readonly withoutToolFiles?: boolean;
  readonly services?: RuntimeOptions["services"];
  /** Where warnings go. Default: standard error. */
  readonly log?: Log;
  /** Notices are shown by the command itself. Default: they go to standard error. */
  readonly isQuiet?: boolean;
}

/**
 * Opens Wield for one command and closes it whatever happens. A wrong configuration is printed as it is and ends
 * the command with exit code 2; nothing was run then.
 */
export async function withRuntime(
  input: CommandInput,
  options: StartOptions,
  use: (runtime: Runtime) => Promise<number>,
): Promise<number> {
  const { err } = input.io;
  const opened = await openRuntime({
    cwd: input.cwd,
    env: input.env,
    flags: runtimeFlags(input.flags),
    surface: "terminal",
    ...(options.services === undefined ? {} : { services: options.services }),
    // Without tools and services nothing is done where the work is.
    staysHere: options.onlyTools?.length === 0 && options.services === undefined,
    ...(options.log === undefined ? {} : { log: options.log }),
    ...(options.onlyTools === undefined ? {} : { onlyTools: options.onlyTools }),
    ...(options.withoutToolFiles === undefined ? {} : { withoutToolFiles: options.withoutToolFiles }),
  });
  if (!opened.ok) {
    err.line(err.foreign(opened.message));
    if (opened.hint !== undefined) err.line(`Hint: ${err.foreign(opened.hint)}`);
    return USAGE_EXIT;
  }
  const runtime = opened.value;
  try {
    if (options.isQuiet !== true)
      for (const { text } of runtime.notices) err.line(err.colours.yellow(`wield: ${err.foreign(text)}`));
    return await use(runtime);
  } finally {
    await runtime.close();
  }
}

/** The flags that count for the runtime. */
export function runtimeFlags(flags: ReadonlyMap<string, string>): {
  readonly workspace?: string;
  readonly toolset?: string;
  readonly approvalMode?: string;
} {
  const [workspace, toolset] = ["workspace", "toolset"].map((name) => flags.get(name));
  const approvalMode = flags.get("approve") ?? flags.get("approval-mode");
  return {
    ...(workspace === undefined ? {} : { workspace }),
    ...(toolset === undefined ? {} : { toolset }),
    ...(approvalMode === undefined ? {} : { approvalMode }),
  };
}
