import { fileURLToPath } from "node:url";

/** A root of another kind, such as a repository. One letter is a drive. */
const OTHER_KIND = /^(?!file:)[a-z][a-z0-9+.-]+:/i;

/**
 * The folders among a client's roots, as absolute paths. Roots of other kinds are passed over, and so are broken ones
 * beside a folder. Nothing when all that the client named is broken: it meant to narrow, and how is not known.
 */
export function rootFolders(answer: unknown): readonly string[] | undefined {
  const roots = typeof answer === "object" && answer !== null && "roots" in answer ? answer.roots : undefined;
  if (!Array.isArray(roots)) return undefined;
  const meant = roots.map(uriOf).filter((uri) => uri === undefined || !OTHER_KIND.test(uri));
  const folders = meant.flatMap((uri) => (uri === undefined ? [] : folderOf(uri)));
  return folders.length === 0 && meant.length > 0 ? undefined : folders;
}

function uriOf(root: unknown): string | undefined {
  const uri = typeof root === "object" && root !== null && "uri" in root ? root.uri : undefined;
  return typeof uri === "string" ? uri : undefined;
}

function folderOf(uri: string): string | [] {
  try {
    return fileURLToPath(uri);
  } catch {
    return [];
  }
}
