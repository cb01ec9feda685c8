import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { cutPoint } from "@wield/core";

const NAME = "AGENTS.md";
/** Of all files together, in UTF-8. */
const MOST_BYTES = 32 * 1024;
const MOST_LEVELS = 32;

/** The folder's `AGENTS.md` and those above it up to the repository's root, the outermost first; at most 32 KB. */
export async function readProjectInstructions(workspaceRoot: string): Promise<string | undefined> {
  const texts: string[] = [];
  for (const folder of await foldersUpToRoot(workspaceRoot)) {
    const text = await readFile(join(folder, NAME), "utf8").catch(() => undefined);
    if (text !== undefined && text.trim() !== "") texts.unshift(text.trim());
  }
  if (texts.length === 0) return undefined;
  const whole = texts.join("\n\n").toWellFormed();
  const bytes = Buffer.byteLength(whole);
  if (bytes <= MOST_BYTES) return whole;
  const kept = headOf(whole);
  return `${kept}\n… ${bytes - Buffer.byteLength(kept)} bytes of ${NAME} were cut; read the file for the rest`;
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
  let length = Math.min(text.length, MOST_BYTES);
  while (Buffer.byteLength(text.slice(0, length)) > MOST_BYTES) length -= 256;
  return text.slice(0, cutPoint(text, length));
}
