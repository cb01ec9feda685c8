import { realpathSync } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { cleanText, cutPoint } from "@wield/core";
import { readRegularFile } from "./read-regular-file.ts";

export const INSTRUCTIONS_NAME = "AGENTS.md";
/** Of all files together, in UTF-8. */
export const MOST_INSTRUCTIONS_BYTES = 32 * 1024;
const MOST_LEVELS = 32;

/**
 * The folder's `AGENTS.md` and those above it up to the repository's root, the outermost first; at most 32 KB. A link
 * counts while it stays in the repository: one that leads out of it would show the provider a file of the person's.
 */
export async function readProjectInstructions(workspaceRoot: string): Promise<string | undefined> {
  const found: FoundInstructions[] = [];
  const folders = await foldersUpToRoot(workspaceRoot);
  for (const folder of folders) {
    const read = readWithin(join(folder, INSTRUCTIONS_NAME), folders.at(-1) ?? folder);
    if (read !== undefined) found.push(read);
  }
  return joinInstructions(found);
}

interface FoundInstructions {
  readonly text: string;
  readonly cutBytes: number;
}

/** Given from the innermost folder outwards. Nothing when none says anything. */
export function joinInstructions(found: readonly FoundInstructions[]): string | undefined {
  const texts: string[] = [];
  let cutBytes = 0;
  for (const one of found) {
    const text = cleanText(one.text).trim();
    if (text === "") continue;
    texts.unshift(text);
    cutBytes += one.cutBytes;
  }
  if (texts.length === 0) return undefined;
  const whole = texts.join("\n\n");
  const bytes = Buffer.byteLength(whole);
  const kept = bytes <= MOST_INSTRUCTIONS_BYTES ? whole : headOf(whole);
  cutBytes += bytes - Buffer.byteLength(kept);
  return cutBytes === 0
    ? whole
    : `${kept}\n… ${cutBytes} bytes of ${INSTRUCTIONS_NAME} were cut; read the file for the rest`;
}

function readWithin(path: string, root: string): FoundInstructions | undefined {
  try {
    const place = realpathSync(path);
    if (relative(realpathSync(root), place).startsWith("..")) return undefined;
    const { bytes, size } = readRegularFile(place, MOST_INSTRUCTIONS_BYTES);
    const text = bytes.toString("utf8");
    return { text, cutBytes: Math.max(0, size - bytes.length) };
  } catch {
    return undefined;
  }
}

/** From the workspace upwards. Without a repository only the workspace itself. */
async function foldersUpToRoot(workspaceRoot: string): Promise<readonly string[]> {
  const folders: string[] = [];
  let folder = workspaceRoot;
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    folders.push(folder);
    if (await exists(join(folder, ".git"))) return folders;
    const above = dirname(folder);
    if (above === folder) break;
    folder = above;
  }
  return [workspaceRoot];
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function headOf(text: string): string {
  let length = Math.min(text.length, MOST_INSTRUCTIONS_BYTES);
  while (Buffer.byteLength(text.slice(0, length)) > MOST_INSTRUCTIONS_BYTES) length -= 256;
  return text.slice(0, cutPoint(text, length));
}
