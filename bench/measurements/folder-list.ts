import { REFERENCE_SERVER, wieldCommand } from "../command.ts";
import { type BenchClient, startServer } from "../mcp-client.ts";
import type { Measurement } from "../measurement.ts";
import { interleaved } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const ROUNDS = 25;
const CALLS = 40;
const FILES = 300;

/** Listing a folder through MCP, beside the reference file server telling the same. */
export const folderList: Measurement = {
  name: "folder-list",
  async run() {
    await using folder = await temporaryFolder();
    for (let index = 0; index < FILES; index += 1) await folder.write(`file-${1000 + index}.txt`, "text\n");
    const env = { WIELD_HOME: folder.home };
    await using wield = await startServer({ args: [wieldCommand(), "mcp"], env, cwd: folder.workspace });
    await using reference = await startServer({ args: [REFERENCE_SERVER, folder.workspace] });
    const [ours = Number.NaN, theirs = Number.NaN] = await interleaved(ROUNDS, [
      () => timePerCall(() => wield.call("list_files", {})),
      () => timePerCall(() => reference.call("list_directory_with_sizes", { path: folder.workspace })),
    ]);
    return [
      {
        what: `list of ${FILES} files with sizes`,
        value: ours,
        unit: "ms",
        reference: { what: "server-filesystem", value: theirs },
        goal: { atMost: 1, of: "ratio" },
      },
    ];
  },
};

async function timePerCall(call: () => ReturnType<BenchClient["call"]>): Promise<number> {
  const before = performance.now();
  for (let count = 0; count < CALLS; count += 1) await call();
  return (performance.now() - before) / CALLS;
}
