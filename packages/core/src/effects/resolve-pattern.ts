import type { PathResolver, ResolvedPath, Workspace } from "../ports/paths.ts";
import type { NamedPattern, PatternName } from "../policy/guard.ts";
import { ANYWHERE } from "./parsed-command.ts";

export interface ResolvedPattern {
  /** The deepest folder that is written out. */
  readonly path: ResolvedPath;
  /** Absent when nothing is left to choose: then it is that path. */
  readonly pattern?: NamedPattern;
}

/** Finds the real folder that a pattern of a command starts in. `full` is absolute, or starts with `~`. */
export async function resolvePattern(
  full: string,
  workspace: Workspace,
  files: PathResolver,
): Promise<ResolvedPattern | undefined> {
  const isAnywhere = full.startsWith(ANYWHERE);
  const given = isAnywhere ? `/**${full.slice(ANYWHERE.length)}` : full;
  const names = withoutDots(given.split("/"));
  const first = names.findIndex((name) => !isPlain(name));
  const written = (first < 0 ? names : names.slice(0, first)).map(unescaped).join("/");
  const path = await files.resolve(written === "" ? "/" : written, workspace);
  if ("status" in path) return undefined;
  if (first < 0) return { path };
  const rest = names.slice(first).filter((name) => name !== "");
  const folders = path.real.split("/").filter((name) => name !== "");
  return {
    path,
    pattern: {
      names: [
        ...folders.map((text): PatternName => ({ text, isLiteral: true })),
        ...rest.map((name): PatternName =>
          isPlain(name) ? { text: unescaped(name), isLiteral: true } : { text: name, isLiteral: false },
        ),
      ],
      display: `${path.real.replace(/\/$/, "")}/${rest.join("/")}`,
    },
  };
}

/** `..` behind a pattern goes back to the folder it looked in. */
function withoutDots(names: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const name of names) {
    if (name === ".") continue;
    const above = kept.at(-1);
    if (name === ".." && above !== undefined && !isPlain(above) && above !== "**") kept.pop();
    else kept.push(name);
  }
  return kept;
}

function isPlain(name: string): boolean {
  return !/[*?[]/.test(name.replace(/\\[\s\S]/g, "_"));
}

function unescaped(name: string): string {
  return name.replace(/\\([\s\S])/g, "$1");
}
