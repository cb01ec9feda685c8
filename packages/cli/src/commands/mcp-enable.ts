import type { RunCommand } from "../argv/command-spec.ts";
import { switchServer } from "../mcp-servers/switch-server.ts";

/** `wield mcp enable NAME` */
export const run: RunCommand = (input) => switchServer(input, true);
