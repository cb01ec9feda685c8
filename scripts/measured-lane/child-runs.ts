import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** A part of a file's text and how often it ran, as V8 writes it. */
export interface RunRange {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

interface ProcessCoverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly RunRange[] }[];
  }[];
}

/**
 * What the processes that tests started ran of the files below `root`: by path, the ranges of each process. A process
 * that was killed says nothing.
 */
export function childRuns(
  folder: string,
  root: string,
): ReadonlyMap<string, readonly (readonly RunRange[])[]> {
  const prefix = `${pathToFileURL(root).href}/`;
  const runs = new Map<string, RunRange[][]>();
  for (const name of readdirSync(folder)) {
    for (const { url, functions } of coverageIn(join(folder, name))) {
      if (!url.startsWith(prefix) || url.includes("/node_modules/")) continue;
      // A module may be imported anew by a query behind its name.
      const file = fileURLToPath(url.split(/[?#]/, 1)[0] ?? url);
      const path = relative(root, file).split(sep).join("/");
      const ranges = functions.flatMap((one) => [...one.ranges]);
      runs.set(path, [...(runs.get(path) ?? []), ranges]);
    }
  }
  return runs;
}

/** Whether what stands at this place of the text ran: the smallest range around it tells. */
export function didRun(ranges: readonly RunRange[], offset: number): boolean {
  let smallest: RunRange | undefined;
  for (const range of ranges) {
    if (range.startOffset > offset || range.endOffset <= offset) continue;
    if (smallest === undefined || sizeOf(range) <= sizeOf(smallest)) smallest = range;
  }
  return (smallest?.count ?? 0) > 0;
}

function sizeOf({ startOffset, endOffset }: RunRange): number {
  return endOffset - startOffset;
}

/** Nothing for the file of a process that was killed while it wrote. */
function coverageIn(file: string): ProcessCoverage["result"] {
  try {
    return (JSON.parse(readFileSync(file, "utf8")) as ProcessCoverage).result;
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
