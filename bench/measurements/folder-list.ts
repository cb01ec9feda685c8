import { REFERENCE_SERVER, wieldCommand } from "../command.ts";
import { type BenchClient, startServer } from "../mcp-client.ts";
import type { Figure, Measurement } from "../measurement.ts";
import { interleaved } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { makeTreeOfFiles } from "../tree-of-files.ts";

const FEW = 300;
const MANY = 20_000;

interface Listing {
  readonly what: string;
  readonly rounds: number;
  readonly calls: number;
  /** Makes the files in the workspace. */
  make(folder: Folder): Promise<void>;
  readonly ours: object;
  /** A tool of the reference that takes the folder alone. */
  readonly theirs: string;
}

type Folder = Awaited<ReturnType<typeof temporaryFolder>>;

const LISTINGS: readonly Listing[] = [
  {
    what: `list of ${FEW} files with sizes`,
    rounds: 25,
    calls: 40,
    make: (folder) => makeFiles(folder, FEW),
    ours: {},
    theirs: "list_directory_with_sizes",
  },
  {
    what: `list of ${MANY} files with sizes`,
    rounds: 15,
    calls: 3,
    make: (folder) => makeFiles(folder, MANY),
    ours: {},
    theirs: "list_directory_with_sizes",
  },
  {
    what: `list of a tree of ${MANY} files`,
    rounds: 15,
    calls: 3,
    make: (folder) => makeTreeOfFiles(folder.workspace, { files: MANY, filesPerNeedle: MANY }),
    ours: { recursive: true, depth: 50 },
    theirs: "directory_tree",
  },
];

/** Listing folders through MCP, beside the reference file server telling the same. */
export const folderList: Measurement = {
  name: "folder-list",
  async run() {
    const figures: Figure[] = [];
    for (const listing of LISTINGS) figures.push(await figureOf(listing));
    return figures;
  },
};

async function figureOf({ what, rounds, calls, make, ours, theirs }: Listing): Promise<Figure> {
  await using folder = await temporaryFolder();
  await make(folder);
  const env = { WIELD_HOME: folder.home };
  await using wield = await startServer({ args: [wieldCommand(), "mcp"], env, cwd: folder.workspace });
  await using reference = await startServer({ args: [REFERENCE_SERVER, folder.workspace] });
  const [value = Number.NaN, beside = Number.NaN] = await interleaved(rounds, [
    () => timePerCall(calls, () => wield.call("list_files", ours)),
    () => timePerCall(calls, () => reference.call(theirs, { path: folder.workspace })),
  ]);
  return {
    what,
    value,
    unit: "ms",
    reference: { what: `server-filesystem ${theirs}`, value: beside },
    goal: { atMost: 1, of: "ratio" },
  };
}

async function makeFiles(folder: Folder, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await folder.write(`file-${10_000 + index}.txt`, "text\n");
}

async function timePerCall(calls: number, call: () => ReturnType<BenchClient["call"]>): Promise<number> {
  const before = performance.now();
  for (let count = 0; count < calls; count += 1) await call();
  return (performance.now() - before) / calls;
}
