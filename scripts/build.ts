// Bundles the command: packages/cli/dist/main.js, an entry that every Node can read, dist/lib with the rest in chunks
// that are loaded when they are needed, and dist/types with the declarations of what programs and tool files import.
// packages/cli/dist is the package that is published. The same sources give the same bytes. With --out FOLDER it builds
// there, and takes the list of tools as it is.
import { execFileSync } from "node:child_process";
import { chmod, copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { rolldown, type InputOptions, type OutputOptions } from "rolldown";
import { bareBuiltins } from "./bare-builtins.ts";
import { packageManifest } from "./package-manifest.ts";
import { publishSchemas } from "./publish-schemas.ts";
import { publishTypes } from "./publish-types.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CLI = join(ROOT, "packages/cli");
const { values: given } = parseArgs({ options: { out: { type: "string" } } });
const DIST = given.out ?? join(CLI, "dist");
const LIB = join(DIST, "lib");

/** The command, and modules that other processes and threads are started with: they are looked for by these names. */
const ENTRIES = {
  "start-process": join(CLI, "src/start/start-process.ts"),
  child: join(ROOT, "packages/testkit/src/check/child.ts"),
  "load-tool": join(CLI, "src/tools/load-tool.ts"),
  "parse-thread": join(ROOT, "packages/host/src/commands/parse-thread.ts"),
  // What programs import as wield and wield/agent.
  index: join(CLI, "src/index.ts"),
  agent: join(CLI, "src/agent.ts"),
};

/**
 * What nearly every command loads: opening one file costs as much as running the code of several. What reads command
 * lines is loaded by the first of them, and what works on a server where the work is on one.
 */
const BASE =
  /\/packages\/(?:core|host|store|app)\/src\/(?!commands\/|processes\/server-place|ssh\/(?!ssh-server\.)|(?:files|search)\/remote\/)|\/packages\/cli\/src\/(?:argv|outcome|terminal|start\/(?!start-process))/;

/** What the entry needs is as old as the Node that is to be told so. */
const ENTRY_TARGET = "es2018";

if (given.out === undefined) bringToolListUpToDate();
const bundled = (await Promise.all([buildLibrary(), buildEntry()])).flat();
const files = [...bundled, ...(await declareTypes())];
// Only now: a build that fails leaves the command as it was.
await rm(DIST, { recursive: true, force: true });
for (const folder of new Set(files.map(({ path }) => dirname(path))))
  await mkdir(folder, { recursive: true });
await Promise.all(files.map(({ path, code }) => writeFile(path, code)));
await chmod(join(DIST, "main.js"), 0o755);
await writeFile(join(DIST, "package.json"), await packageManifest(ROOT));
await copyFile(join(ROOT, "LICENSE"), join(DIST, "LICENSE"));
await writeFile(join(DIST, "types/package.json"), `${JSON.stringify({ type: "module" })}\n`);

interface BuiltFile {
  readonly path: string;
  readonly code: string;
}

function bringToolListUpToDate(): void {
  execFileSync(process.execPath, [join(ROOT, "scripts/generate-tool-list.ts")], { stdio: "inherit" });
}

function buildLibrary(): Promise<readonly BuiltFile[]> {
  return bundle(
    LIB,
    {
      input: ENTRIES,
      platform: "node",
      plugins: [bareBuiltins(), publishSchemas()],
      external: [
        // What the terminal's drawing library loads only for its own development.
        "react-devtools-core",
        // Looks for its program beside itself, as the grammar it reads is looked for in its package.
        "web-tree-sitter",
        // Takes compiled parts where there are some.
        "ssh2",
      ],
      transform: { define: { "process.env.NODE_ENV": JSON.stringify("production") } },
      // What the tools made with zod is not used any more once their schemas are published.
      treeshake: { manualPureFunctions: ["z", "bounded"] },
    },
    {
      format: "esm",
      minify: true,
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name]-[hash].mjs",
      codeSplitting: { groups: [{ name: "base", test: BASE }] },
    },
  );
}

async function declareTypes(): Promise<readonly BuiltFile[]> {
  const declared = await publishTypes(ROOT);
  return declared.map(({ path, code }) => ({ path: join(DIST, "types", path), code }));
}

/** CommonJS, so that a Node without modules reads it too. */
function buildEntry(): Promise<readonly BuiltFile[]> {
  return bundle(
    DIST,
    {
      input: join(CLI, "src/main.ts"),
      platform: "node",
      external: [/start-process/],
      transform: { target: ENTRY_TARGET },
    },
    {
      entryFileNames: "main.js",
      format: "cjs",
      minify: "dce-only",
      banner: "#!/usr/bin/env node",
      paths: (id) => (id.endsWith("start-process.ts") ? "./lib/start-process.mjs" : id),
    },
  );
}

async function bundle(
  folder: string,
  input: InputOptions,
  output: OutputOptions,
): Promise<readonly BuiltFile[]> {
  const made = await rolldown({
    ...input,
    // Says how busy the machine is, not what is wrong.
    checks: { bundlerTimings: false },
    onLog: (level, log) => {
      if (level === "warn") throw new Error(`the bundle is not clean: ${log.message}`);
    },
  });
  const generated = await made.generate(output);
  await made.close();
  return generated.output.map((file) => {
    if (file.type !== "chunk") throw new Error(`${file.fileName} is no code; nothing else is bundled`);
    return { path: join(folder, file.fileName), code: file.code };
  });
}
