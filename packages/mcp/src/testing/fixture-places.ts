import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A fresh folder with a workspace and a home in it. */
export interface FixturePlaces extends AsyncDisposable {
  /** Holds the others; links resolved. */
  readonly top: string;
  readonly workspace: string;
  readonly home: string;
  write(path: string, text: string): Promise<void>;
  read(path: string): Promise<string>;
}

/** Paths are relative to the folder that holds the workspace `w`. */
export async function makePlaces(files: Readonly<Record<string, string>> = {}): Promise<FixturePlaces> {
  const top = await realpath(await mkdtemp(join(tmpdir(), "wield-mcp-")));
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(top, path)), { recursive: true });
    await writeFile(join(top, path), text);
  };
  await mkdir(join(top, "w"));
  for (const [path, text] of Object.entries(files)) await write(path, text);
  return {
    top,
    workspace: join(top, "w"),
    home: join(top, "home"),
    write,
    read: (path) => readFile(join(top, path), "utf8"),
    [Symbol.asyncDispose]: () => rm(top, { recursive: true, force: true }),
  };
}
