import { REFERENCE_SERVER, wieldCommand } from "../command.ts";
import { type BenchClient, startServer } from "../mcp-client.ts";
import type { Measurement } from "../measurement.ts";
import { interleaved } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const ROUNDS = 15;

/** From starting the process to the answer of `initialize`, on a machine where it has run before. */
export const mcpReady: Measurement = {
  name: "mcp-ready",
  async run() {
    await using folder = await temporaryFolder();
    const start = (args: readonly string[]): Promise<BenchClient> =>
      startServer({ args, env: { WIELD_HOME: folder.home }, cwd: folder.workspace });
    const ready = async (args: readonly string[]): Promise<number> => {
      await using server = await start(args);
      return server.readyMs;
    };
    const command = wieldCommand();
    // The first run makes the home, the second leaves what every later one finds: its compiled code.
    for (let run = 0; run < 2; run += 1) await (await start([command, "mcp"])).end();
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
