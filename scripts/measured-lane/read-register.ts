import { readFileSync } from "node:fs";
import type { CoverageRegister } from "./judge-coverage.ts";

/** The register: JSON, a map of file to reason. No file: no entries. Throws on anything else. */
export function readRegister(path: string): CoverageRegister {
  const text = textOf(path);
  if (text === undefined) return new Map();
  const register: unknown = JSON.parse(text);
  if (typeof register !== "object" || register === null || Array.isArray(register))
    throw new Error(`${path} must be a map of source file to reason`);
  return new Map(
    Object.entries(register).map(([file, reason]: [string, unknown]) => {
      if (typeof reason !== "string") throw new Error(`${path}: the reason of ${file} must be a text`);
      return [file, reason] as const;
    }),
  );
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
