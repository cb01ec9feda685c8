import { fail } from "@wield/core";
import type { RunCommand } from "../argv/command-spec.ts";
import { printServers } from "../mcp-servers/render-servers.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { withRuntime } from "../start/with-runtime.ts";

const CONNECT_MS = 45_000;

/** `wield mcp test NAME`: connects one server and shows its tools. */
export const run: RunCommand = (input) =>
  withRuntime(input, { onlyTools: [], withoutToolFiles: true }, async (runtime) => {
    const { io, operands } = input;
    const [name = ""] = operands;
    const known = runtime.mcp.entries.map((entry) => entry.name);
    if (!known.includes(name)) {
      const hint =
        known.length === 0 ? "none is configured: wield mcp add" : `known servers: ${known.join(", ")}`;
      return printProblem(fail("unknown_server", `no MCP server is named "${name}"`, { hint }), io.err, 2);
    }
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
