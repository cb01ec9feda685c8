import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

/** A declaration file, by its path below the folder of types. */
export interface TypeFile {
  readonly path: string;
  readonly code: string;
}

const RELATIVE_IMPORT = /(from\s+|import\()"(\.{1,2}\/[^"]+)\.ts"/g;
const CORE = /"@wield\/core"/g;

/**
 * The declarations of what tool files import as `wield`: `wield.d.ts` and those of core that it leads to. Editors find
 * them through the tsconfig.json that `wield tools new` writes.
 */
export async function publishTypes(root: string): Promise<readonly TypeFile[]> {
  const made = await mkdtemp(join(tmpdir(), "wield-types-"));
  try {
    declareCore(root, made);
    const index = await readFile(join(root, "packages/cli/src/index.ts"), "utf8");
    const files = await reachable(made, "index.d.ts");
    return [
      // Exports of names alone, which mean the same in a declaration.
      { path: "wield.d.ts", code: index.replaceAll(CORE, '"./core/index.js"') },
      ...files.map(({ path, code }) => ({ path: join("core", path), code })),
    ];
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

function declareCore(root: string, outDir: string): void {
  const compiler = join(root, "node_modules/.bin/tsc");
  const project = join(root, "packages/core/tsconfig.json");
  const flags = [
    "--composite",
    "false",
    "--incremental",
    "false",
    "--emitDeclarationOnly",
    "--outDir",
    outDir,
  ];
  execFileSync(compiler, ["-p", project, ...flags], { stdio: "inherit" });
}

/** The files that one leads to, itself first; their imports name JavaScript, as those of a package do. */
async function reachable(folder: string, entry: string): Promise<readonly TypeFile[]> {
  const files = new Map<string, string>();
  const waiting = [entry];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (files.has(path)) continue;
    const code = await readFile(join(folder, path), "utf8");
    files.set(path, code.replaceAll(RELATIVE_IMPORT, '$1"$2.js"'));
    for (const [, , target] of code.matchAll(RELATIVE_IMPORT))
      waiting.push(relative(folder, join(folder, dirname(path), `${target}.d.ts`)));
  }
  return [...files].map(([path, code]) => ({ path, code }));
}
