import { REFERENCE_SERVER, wieldCommand } from "../command.ts";
import { startServer } from "../mcp-client.ts";
import type { Measurement } from "../measurement.ts";
import { interleaved } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const ROUNDS = 15;

/** From starting the process to the answer of `initialize`. */
export const mcpReady: Measurement = {
  name: "mcp-ready",
  async run() {
    await using folder = await temporaryFolder();
    const ready = async (args: readonly string[]): Promise<number> => {
      await using server = await startServer({
        args,
        env: { WIELD_HOME: folder.home },
        cwd: folder.workspace,
      });
      return server.readyMs;
    };
    const command = wieldCommand();
    const [value = Number.NaN, reference = Number.NaN] = await interleaved(ROUNDS, [
      () => ready([command, "mcp"]),
      () => ready([REFERENCE_SERVER, folder.workspace]),
    ]);
    return [
      {
        what: "wield mcp, initialize answered",
        value,
        unit: "ms",
        reference: { what: "ms server-filesystem", value: reference },
        goal: { atMost: 120, of: "value" },
      },
    ];
  },
};
