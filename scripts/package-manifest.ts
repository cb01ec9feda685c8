import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

interface Manifest {
  readonly [field: string]: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** What stays outside the bundle: programs and compiled parts, and what tool files and declarations import. */
export const BESIDE: readonly string[] = [
  "@types/node",
  "@vscode/ripgrep",
  "ssh2",
  "tree-sitter-bash",
  "web-tree-sitter",
  "zod",
];

/**
 * The package.json of the built folder, which is the package that is published: nothing in it needs the sources or the
 * other packages of this repository.
 */
export async function packageManifest(root: string): Promise<string> {
  const packages = join(root, "packages");
  const names = await readdir(packages);
  const manifests = await Promise.all(names.map((name) => readManifest(join(packages, name))));
  const known = new Map(manifests.flatMap(({ dependencies }) => Object.entries(dependencies ?? {})));
  const { name, version, description, license, engines } = await readManifest(join(packages, "cli"));
  const manifest = {
    name,
    version,
    description,
    license,
    engines,
    // The entry is read by every Node; all else says in its name what it is.
    type: "commonjs",
    bin: { wield: "main.js" },
    exports: {
      ".": { types: "./types/wield.d.ts", default: "./lib/index.mjs" },
      "./agent": { types: "./types/agent.d.ts", default: "./lib/agent.mjs" },
    },
    dependencies: Object.fromEntries(
      BESIDE.map((beside) => {
        const wanted = known.get(beside);
        if (wanted === undefined) throw new Error(`no package depends on ${beside} any more`);
        return [beside, wanted];
      }),
    ),
  };
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
}
