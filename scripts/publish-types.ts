import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { namedExports, pastIndexes, withoutLibraries, type NamedExports } from "./named-exports.ts";
import { BESIDE } from "./package-manifest.ts";

/** A declaration file, by its path below the folder of types. */
export interface TypeFile {
  readonly path: string;
  readonly code: string;
}

const IMPORT = /(from\s+|import\()"(?:(\.{1,2}\/[^"]+)\.ts|@wield\/([a-z]+)\/([^"]+)\.ts)"/g;

/** What programs import, and the file that declares it. */
const ENTRIES = new Map([
  ["cli/src/index.d.ts", "wield.d.ts"],
  ["cli/src/agent.d.ts", "agent.d.ts"],
]);

/**
 * The declarations of `wield` and `wield/agent` and of what they lead to, each package in a folder of its own. Editors
 * of tool files find `wield.d.ts` through the tsconfig.json that `wield tools new` writes.
 */
export async function publishTypes(root: string): Promise<readonly TypeFile[]> {
  const made = await mkdtemp(join(tmpdir(), "wield-types-"));
  try {
    await declare(root, made);
    return await reachable(join(made, "out"));
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** Packages are read from their sources, so that all of it is declared at once and nothing has to be built before. */
async function declare(root: string, folder: string): Promise<void> {
  const packages = join(root, "packages");
  const project = join(folder, "tsconfig.json");
  const settings = {
    extends: join(root, "tsconfig.base.json"),
    compilerOptions: {
      // The type check is another command.
      noCheck: true,
      composite: false,
      rootDir: packages,
      outDir: join(folder, "out"),
      paths: { "@wield/*": [join(packages, "*/src/index.ts")] },
      typeRoots: [join(root, "node_modules/@types")],
    },
    files: [...ENTRIES.keys()].map((path) => join(packages, path.replace(/\.d\.ts$/, ".ts"))),
  };
  await writeFile(project, JSON.stringify(settings));
  execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", project], { stdio: "inherit" });
}

/** The files that the entries lead to; their imports name JavaScript, as those of a package do. */
async function reachable(folder: string): Promise<readonly TypeFile[]> {
  const files = new Map<string, TypeFile>();
  const indexes = await readIndexes(folder);
  const exportsOf = (name: string): NamedExports => indexes.get(name) ?? new Map();
  const waiting = [...ENTRIES.keys()];
  for (let from = waiting.shift(); from !== undefined; from = waiting.shift()) {
    if (files.has(from)) continue;
    const path = placeOf(from);
    const found: string[] = [];
    const source = withoutLibraries(
      pastIndexes(await readFile(join(folder, from), "utf8"), exportsOf),
      (library) => library.startsWith("node:") || library.startsWith("@wield/") || BESIDE.includes(library),
    );
    const code = source.replaceAll(
      IMPORT,
      (_whole, words: string, near?: string, name?: string, file?: string) => {
        const target =
          near === undefined ? `${name ?? ""}/src/${file ?? ""}.d.ts` : join(dirname(from), `${near}.d.ts`);
        found.push(target);
        const way = relative(dirname(path), placeOf(target)).replace(/\.d\.ts$/, ".js");
        return `${words}"${way.startsWith(".") ? way : `./${way}`}"`;
      },
    );
    files.set(from, { path, code });
    waiting.push(...found);
  }
  return [...files.values()];
}

async function readIndexes(folder: string): Promise<ReadonlyMap<string, NamedExports>> {
  const names = await readdir(folder);
  const read = await Promise.all(
    names.map(async (name) => {
      const index = join(folder, name, "src/index.d.ts");
      return [name, namedExports(existsSync(index) ? await readFile(index, "utf8") : "")] as const;
    }),
  );
  return new Map(read);
}

function placeOf(declared: string): string {
  return ENTRIES.get(declared) ?? declared.replace("/src/", "/");
}
