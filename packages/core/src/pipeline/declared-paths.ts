import { changesSomething, isPathEffect } from "../effects/effect.ts";
import type { ResolvedEffect } from "../policy/guard.ts";
import type { FileAccess } from "../ports/files-driver.ts";

/** The paths a call declared, by what they may be used for. A folder stands for what is in it. */
export interface DeclaredPaths {
  /** The effects that cover `real` for this access: of the path itself or of a folder above it. */
  covering(access: FileAccess, real: string): readonly ResolvedEffect[];
}

export function declaredPaths(effects: readonly ResolvedEffect[]): DeclaredPaths {
  const byPath = new Map<string, ResolvedEffect[]>();
  for (const resolved of effects) {
    if (resolved.path === undefined || !isPathEffect(resolved.effect)) continue;
    const known = byPath.get(resolved.path.real);
    if (known === undefined) byPath.set(resolved.path.real, [resolved]);
    else known.push(resolved);
  }
  return {
    covering: (access, real) => {
      if (byPath.size === 0) return [];
      const isChange = access !== "read";
      return foldersFrom(real).flatMap((folder) =>
        (byPath.get(folder) ?? []).filter(({ effect }) => !isChange || changesSomething(effect)),
      );
    },
  };
}

/** The path itself, then each folder above it up to the root. */
function foldersFrom(real: string): readonly string[] {
  const folders = [real];
  for (let end = real.lastIndexOf("/"); end > 0; end = real.lastIndexOf("/", end - 1))
    folders.push(real.slice(0, end));
  if (real !== "/") folders.push("/");
  return folders;
}
