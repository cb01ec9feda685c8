import type { ServerEntry } from "../server-entry.ts";

/** How programs say that they may not write somewhere. */
const REFUSED = /EROFS|read-only file ?system|EACCES|permission denied|error writing to/i;

/** The way on where a server's words look as if the sandbox kept it from writing. */
export function sandboxHint(
  words: string,
  { name, isSandboxed }: Pick<ServerEntry, "name" | "isSandboxed">,
): string | undefined {
  if (!isSandboxed || !REFUSED.test(words)) return undefined;
  return `the sandbox lets a server write in the workspace, its own cache and sandbox.write alone; add its folder there or, for a server you trust, set mcp.servers.${name}.sandbox to false`;
}
