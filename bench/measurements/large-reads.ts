import { truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { wieldCommand } from "../command.ts";
import { startServer } from "../mcp-client.ts";
import type { Measurement } from "../measurement.ts";
import { median } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const ROUNDS = 3;
const LINE_CHARACTERS = 600_000;
const SPARSE_BYTES = 1024 ** 3;

/** Peak memory of reading what is large, against reading what is small, each in a server of its own. */
export const largeReads: Measurement = {
  name: "large-reads",
  async run() {
    await using folder = await temporaryFolder();
    await folder.write("small.txt", "one line\n");
    await folder.write("line.txt", "x".repeat(LINE_CHARACTERS));
    const sparse = join(folder.workspace, "sparse.txt");
    await writeFile(sparse, "the first line\n");
    await truncate(sparse, SPARSE_BYTES);
    const peak = async (path: string): Promise<number> => {
      await using server = await startServer({
        args: [wieldCommand(), "mcp"],
        env: { WIELD_HOME: folder.home },
        cwd: folder.workspace,
      });
      await server.call("read_file", { path });
      return server.peakMb();
    };
    const peaks = { small: [] as number[], line: [] as number[], sparse: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      peaks.small.push(await peak("small.txt"));
      peaks.line.push(await peak("line.txt"));
      peaks.sparse.push(await peak("sparse.txt"));
    }
    const reference = { what: "MB one short line", value: median(peaks.small) };
    const goal = { aboveReference: 16 };
    return [
      { what: "read_file, a line of 600 kB", value: median(peaks.line), unit: "MB", reference, goal },
      { what: "read_file, a sparse file of 1 GB", value: median(peaks.sparse), unit: "MB", reference, goal },
    ];
  },
};
