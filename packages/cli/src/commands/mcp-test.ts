import type { RunCommand } from "../argv/command-spec.ts";
import { printServers } from "../mcp-servers/render-servers.ts";
import { unknownServer } from "../mcp-servers/unknown-server.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { withRuntime } from "../start/with-runtime.ts";

const CONNECT_MS = 45_000;

/** `wield mcp test NAME`: connects one server and shows its tools. */
export const run: RunCommand = (input) =>
  withRuntime(input, { onlyTools: [], withoutToolFiles: true }, async (runtime) => {
    const { io, operands } = input;
    const [name = ""] = operands;
    const unknown = unknownServer(runtime, name);
    if (unknown !== undefined) return printProblem(unknown, io.err, USAGE_EXIT);
    await runtime.mcp.start(CONNECT_MS, [name]);
    const status = runtime.mcp.status().find((server) => server.name === name);
    if (status === undefined) return 1;
    printServers([status], io.out);
    for (const tool of status.tools) {
      const [first = ""] = (runtime.registry.get(tool)?.tool.description ?? "").split("\n");
      io.out.line(`  ${io.out.foreign(tool)}  ${io.out.foreign(first.slice(0, 100))}`);
    }
    return status.state === "connected" ? 0 : 1;
  });
