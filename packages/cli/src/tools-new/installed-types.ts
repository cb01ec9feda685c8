import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname } from "node:path";
import { fileURLToPath } from "node:url";

/** Where an editor finds the types that tool files use. All paths are absolute. */
export interface InstalledTypes {
  /** What `wield` exports. */
  readonly wield: string;
  /** Folder of the package; absent where it is not installed. */
  readonly zod?: string;
  /** Folder that holds the types of Node, as `typeRoots` takes it. */
  readonly typeRoot?: string;
}

/** As source the package itself, as bundle the declarations that were built with it. */
export function installedTypes(): InstalledTypes {
  const isBundle = extname(import.meta.url) === ".mjs";
  const wield = fileURLToPath(new URL(isBundle ? "../types/wield.d.ts" : "../index.ts", import.meta.url));
  const zod = folderOf("zod");
  const node = folderOf("@types/node");
  return {
    wield,
    ...(zod === undefined ? {} : { zod }),
    ...(node === undefined ? {} : { typeRoot: dirname(node) }),
  };
}

function folderOf(name: string): string | undefined {
  try {
    const description = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return existsSync(description) ? dirname(description) : undefined;
  } catch {
    return undefined;
  }
}
