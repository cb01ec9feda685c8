// Bundles the command: packages/cli/dist/main.js, an entry that every Node can read, and dist/lib with the rest in
// chunks that are loaded when they are needed. The same sources give the same bytes. With --out FOLDER it builds
// there, and the list of tools is compared instead of written.
import { execFileSync } from "node:child_process";
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { rolldown, type InputOptions, type OutputOptions } from "rolldown";
import { bareBuiltins } from "./bare-builtins.ts";
import { publishSchemas } from "./publish-schemas.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CLI = join(ROOT, "packages/cli");
const { values: given } = parseArgs({ options: { out: { type: "string" } } });
const DIST = given.out ?? join(CLI, "dist");
const LIB = join(DIST, "lib");

/** The command, and modules that other processes are started with: they are looked for by these names. */
const ENTRIES = {
  "start-process": join(CLI, "src/start/start-process.ts"),
  child: join(ROOT, "packages/testkit/src/check/child.ts"),
  "load-tool": join(CLI, "src/tools/load-tool.ts"),
};

/** What nearly every command loads: opening one file costs as much as running the code of several. */
const BASE =
  /\/packages\/(?:core|host|store|app)\/src\/|\/packages\/cli\/src\/(?:argv|outcome|terminal|words|start\/(?!start-process))/;

/** What the entry needs is as old as the Node that is to be told so. */
const ENTRY_TARGET = "es2018";

bringToolListUpToDate();
await rm(DIST, { recursive: true, force: true });
await mkdir(LIB, { recursive: true });
await Promise.all([buildLibrary(), buildEntry()]);

function bringToolListUpToDate(): void {
  const flags = given.out === undefined ? [] : ["--check"];
  execFileSync(process.execPath, [join(ROOT, "scripts/generate-tool-list.ts"), ...flags], {
    stdio: "inherit",
  });
}

async function buildLibrary(): Promise<void> {
  await bundle(
    {
      input: ENTRIES,
      platform: "node",
      plugins: [bareBuiltins(), publishSchemas()],
      // What the tools made with zod is not used any more once their schemas are published.
      treeshake: { manualPureFunctions: ["z", "bounded"] },
    },
    {
      dir: LIB,
      format: "esm",
      minify: true,
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name]-[hash].mjs",
      codeSplitting: { groups: [{ name: "base", test: BASE }] },
    },
  );
}

/** CommonJS, so that a Node without modules reads it too. */
async function buildEntry(): Promise<void> {
  const file = join(DIST, "main.js");
  await bundle(
    {
      input: join(CLI, "src/main.ts"),
      platform: "node",
      external: [/start-process/],
      transform: { target: ENTRY_TARGET },
    },
    {
      file,
      format: "cjs",
      minify: "dce-only",
      banner: "#!/usr/bin/env node",
      paths: (id) => (id.endsWith("start-process.ts") ? "./lib/start-process.mjs" : id),
    },
  );
  await chmod(file, 0o755);
  await writeFile(join(DIST, "package.json"), `${JSON.stringify({ type: "commonjs" })}\n`);
}

async function bundle(input: InputOptions, output: OutputOptions): Promise<void> {
  const made = await rolldown({
    ...input,
    onLog: (level, log) => {
      if (level === "warn") throw new Error(`the bundle is not clean: ${log.message}`);
    },
  });
  await made.write(output);
  await made.close();
}
