import { fileURLToPath } from "node:url";

/** The folders among a client's roots, as absolute paths. Roots of other kinds and broken ones are passed over. */
export function rootFolders(answer: unknown): readonly string[] {
  const roots = typeof answer === "object" && answer !== null && "roots" in answer ? answer.roots : undefined;
  if (!Array.isArray(roots)) return [];
  return roots.flatMap((root: unknown) => {
    const uri = typeof root === "object" && root !== null && "uri" in root ? root.uri : undefined;
    return typeof uri === "string" ? folderOf(uri) : [];
  });
}

function folderOf(uri: string): string | [] {
  try {
    return fileURLToPath(uri);
  } catch {
    return [];
  }
}
