import { globSync, readFileSync } from "node:fs";
import { basename, join, sep } from "node:path";

const DEFINES_TOOL = /^export default defineTool\(/m;

/**
 * Files below a source folder of tools that define a tool which none of `names` is: ones that lie where nothing looks
 * for them, or that are not listed yet.
 */
export function strayToolFiles(source: string, names: ReadonlySet<string>): readonly string[] {
  return globSync("**/*.{ts,mts}", { cwd: source })
    .map((path) => path.split(sep).join("/"))
    .filter((path) => !/\.test\.m?ts$/.test(path) && isToolFile(path, source))
    .filter((path) => !isListed(path, names))
    .toSorted();
}

function isToolFile(path: string, source: string): boolean {
  return path.endsWith(".tool.ts") || DEFINES_TOOL.test(readFileSync(join(source, path), "utf8"));
}

/** Where a tool that ships has to be: `<family>/<tool>/<tool>.tool.ts`. */
function isListed(path: string, names: ReadonlySet<string>): boolean {
  const name = basename(path, ".tool.ts");
  const [, folder, ...rest] = path.split("/");
  return rest.length === 1 && folder === name && names.has(name.replaceAll("-", "_"));
}
