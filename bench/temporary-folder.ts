import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A fresh folder with a workspace and a home, removed on disposal. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly workspace: string;
  readonly home: string;
  write(name: string, content: string): Promise<string>;
}

export async function temporaryFolder(): Promise<TemporaryFolder> {
  const top = await realpath(await mkdtemp(join(tmpdir(), "wield-bench-")));
  const workspace = join(top, "workspace");
  await mkdir(workspace);
  return {
    workspace,
    home: join(top, "home"),
    async write(name, content) {
      const path = join(workspace, name);
      await writeFile(path, content);
      return path;
    },
    [Symbol.asyncDispose]: () => rm(top, { recursive: true, force: true }),
  };
}
