import type { RunCommand } from "../argv/command-spec.ts";
import { unknownServer } from "../mcp-servers/unknown-server.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { withRuntime } from "../start/with-runtime.ts";

/** `wield mcp restart NAME` */
export const run: RunCommand = (input) =>
  withRuntime(input, { onlyTools: [], withoutToolFiles: true }, async (runtime) => {
    const { io, operands } = input;
    const [name = ""] = operands;
    const unknown = unknownServer(runtime, name);
    if (unknown !== undefined) return printProblem(unknown, io.err, USAGE_EXIT);
    runtime.mcp.askRestart(name);
    io.out.line(`${name} is started anew by whoever uses it next`);
    return 0;
  });
