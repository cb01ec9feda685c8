import { fileURLToPath, pathToFileURL } from "node:url";

/** Why an import failed, as one line with the line of the file where it is known. */
export function describeImportError(error: unknown, path: string): string {
  if (!(error instanceof Error)) {
    const what =
      typeof error === "string" ? JSON.stringify(error) : error === null ? "null" : `a ${typeof error}`;
    return `threw ${what.slice(0, 200)}, which is no error`;
  }
  const message = error.message.split("\n", 1)[0] ?? error.message;
  const where = placeIn(error.stack ?? "", path);
  return error.name === "Error" ? `${message}${where}` : `${error.name}: ${message}${where}`;
}

/**
 * The line in this file where the error was thrown. A syntax error starts its stack with `URL:LINE` instead, which
 * may be that of a helper file.
 */
function placeIn(stack: string, path: string): string {
  const url = `${pathToFileURL(path).href}:`;
  const at = stack.indexOf(url);
  const line = at < 0 ? undefined : /^\d+/.exec(stack.slice(at + url.length))?.[0];
  if (line !== undefined) return ` (line ${line})`;
  const header = /^(file:\/\/\S+):(\d+)\n/.exec(stack);
  return header?.[1] === undefined ? "" : ` (${fileURLToPath(header[1])}, line ${header[2]})`;
}
