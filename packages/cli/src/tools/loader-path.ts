import { extname } from "node:path";
import { fileURLToPath } from "node:url";

/** The module that a checking process loads a tool with. It stands beside this one, as source and as bundle. */
export function loaderPath(): string {
  return fileURLToPath(new URL(`load-tool${extname(import.meta.url)}`, import.meta.url));
}
