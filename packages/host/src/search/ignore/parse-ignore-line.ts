/** One rule of an ignore file. */
export interface IgnoreLine {
  /** A path pattern over the whole relative path, or over the name alone when it is not anchored. */
  readonly pattern: string;
  readonly isAnchored: boolean;
  /** `!`: keeps what an earlier rule ignored. */
  readonly isNegated: boolean;
  readonly isFolderOnly: boolean;
}

/** The rule a line of a `.gitignore` file stands for; nothing for comments and blank lines. */
export function parseIgnoreLine(line: string): IgnoreLine | undefined {
  if (line.startsWith("#")) return undefined;
  let pattern = line.endsWith("\\ ") ? line : line.trimEnd();
  const isNegated = pattern.startsWith("!");
  if (isNegated || /^\\[!#]/.test(pattern)) pattern = pattern.slice(1);
  const isRooted = pattern.startsWith("/");
  if (isRooted) pattern = pattern.slice(1);
  const isFolderOnly = pattern.endsWith("/");
  if (isFolderOnly) pattern = pattern.replace(/\\?\/$/, "");
  if (pattern === "") return undefined;
  return { pattern, isNegated, isFolderOnly, isAnchored: isRooted || pattern.includes("/") };
}
