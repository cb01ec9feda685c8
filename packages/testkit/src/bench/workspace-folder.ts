import { mkdtemp, mkdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A real, fresh folder below the temporary folder. */
export interface WorkspaceFolder extends AsyncDisposable {
  /** Absolute, links resolved. */
  readonly path: string;
  /** Absolute form of a path relative to the folder. */
  at(path: string): string;
  /** Bytes of a file. Rejects when it does not exist. */
  bytes(path: string): Promise<Uint8Array>;
  /** Text of a UTF-8 file. Rejects when it does not exist. */
  text(path: string): Promise<string>;
  /** Writes a file and makes its parents. */
  write(path: string, content: string | Uint8Array): Promise<void>;
  /** Removes the folder with all it holds. */
  remove(): Promise<void>;
}

export type FolderContent = Readonly<Record<string, string | Uint8Array>>;

/** Makes a folder with the given files, by path relative to it. */
export async function makeWorkspaceFolder(files: FolderContent = {}): Promise<WorkspaceFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), "wield-test-")));
  const at = (relative: string): string => join(path, relative);

  async function write(relative: string, content: string | Uint8Array): Promise<void> {
    await mkdir(dirname(at(relative)), { recursive: true });
    await writeFile(at(relative), content);
  }
  const remove = (): Promise<void> => rm(path, { recursive: true, force: true });

  for (const [relative, content] of Object.entries(files)) await write(relative, content);
  return {
    path,
    at,
    bytes: (relative) => readFile(at(relative)),
    text: (relative) => readFile(at(relative), "utf8"),
    write,
    remove,
    [Symbol.asyncDispose]: remove,
  };
}
