import type { RunCommand } from "../argv/command-spec.ts";
import { printServers } from "../mcp-servers/render-servers.ts";
import { withRuntime } from "../start/with-runtime.ts";

/** Time for servers to answer before the list is shown. */
const WAIT_MS = 10_000;

/** `wield mcp list`: starts the configured servers, shows how each stands, and ends them. */
export const run: RunCommand = (input) =>
  withRuntime(input, { onlyTools: [], withoutToolFiles: true }, async (runtime) => {
    const { io, flags } = input;
    await runtime.mcp.start(WAIT_MS);
    const servers = runtime.mcp.status();
    if (flags.has("json")) io.out.line(JSON.stringify({ servers }));
    else printServers(servers, io.out);
    return 0;
  });
