const BUILT_IN = "built-in:";

/** What stands for a built-in tool where the check wants a file: its source is not there in the shipped command. */
export function builtInFile(name: string): string {
  return BUILT_IN + name;
}

/** The tool that such a file stands for. */
export function builtInName(file: string): string | undefined {
  return file.startsWith(BUILT_IN) ? file.slice(BUILT_IN.length) : undefined;
}
