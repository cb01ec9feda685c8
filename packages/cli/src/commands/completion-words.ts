import type { RunCommand } from "../argv/command-spec.ts";
import { candidates } from "../completion/candidates.ts";
import { GLOBAL_FLAGS } from "../start/flags.data.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { COMMANDS } from "./commands.data.ts";

/** `wield completion words -- WORD…`: what a shell's completion asks. */
export const run: RunCommand = (input) =>
  withRuntime(input, {}, async (runtime) => {
    const sessionId = runtime.store.commandLineSession(runtime.workspaceRoot);
    const { tools } = runtime.conversation({ sessionId, caller: "cli", surface: "terminal" }).snapshot();
    const found = await candidates(input.operands, {
      commands: COMMANDS,
      globalFlags: GLOBAL_FLAGS,
      tools: async () => tools.active,
      toolsets: [...(tools.toolsets?.keys() ?? [])],
    });
    for (const candidate of found) input.io.out.line(candidate);
    return 0;
  });
