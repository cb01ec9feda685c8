import { fileURLToPath } from "node:url";

/** Folders whose code is that of tool authors, as beginnings of URLs. */
const folders = new Set<string>();

/** Where Wield's own code is: it may lie below a folder with a tool file, such as a checkout in the home folder. */
const OWN_CODE = /^.*\/(?:packages|dist)\//.exec(import.meta.url)?.[0];

/** `href` ends in a slash. */
export function noteToolFolder(href: string): void {
  folders.add(href);
}

/** The tool file, or the helper of one, that stands nearest to the top of an error's stack. Absolute path. */
export function toolFileIn(stack: string): string | undefined {
  for (const line of stack.split("\n")) {
    for (const folder of folders) {
      const at = line.indexOf(folder);
      const url = at < 0 ? undefined : /^[^\s)?#]+?(?=:\d+(?::\d+)?\)?$|[?#])/.exec(line.slice(at))?.[0];
      if (url === undefined) continue;
      const isOwn = OWN_CODE?.startsWith(folder) === true && url.startsWith(OWN_CODE);
      if (!isOwn) return fileURLToPath(url);
    }
  }
  return undefined;
}
