import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Worktree, Worktrees } from "@wield/agent";
import { fail, messageOf, type Outcome, value } from "@wield/core";
import { describeFault } from "@wield/store";

const run = promisify(execFile);
const LIMIT_MS = 30_000;

/** Of a place elsewhere. */
export const noWorktrees: Worktrees = {
  create: async () =>
    fail("no_worktree", "worktrees are made on this machine only, and the work is on a server"),
};

/** Worktrees below `.wield/worktrees` of the workspace, which ignores itself. */
export const gitWorktrees: Worktrees = {
  async create(workspaceRoot, name): Promise<Outcome<Worktree>> {
    const commit = await git(workspaceRoot, ["rev-parse", "--verify", "HEAD"]);
    if (!commit.ok) return fail("no_worktree", "the workspace is in no git repository with a commit");
    const home = join(workspaceRoot, ".wield", "worktrees");
    const folder = join(home, name);
    const branch = `wield/${name}`;
    try {
      await mkdir(home, { recursive: true });
      await writeFile(join(home, ".gitignore"), "*\n");
    } catch (error) {
      return fail("no_worktree", `a folder for it cannot be made: ${describeFault(error)}`);
    }
    const added = await git(workspaceRoot, ["worktree", "add", "-q", "-b", branch, folder, "HEAD"]);
    if (!added.ok) return fail("no_worktree", `git made no worktree: ${added.message}`);
    return value({
      folder,
      branch,
      removeIfUnchanged: () => removeIfUnchanged(workspaceRoot, { folder, branch, commit: commit.value }),
    });
  },
};

async function removeIfUnchanged(
  workspaceRoot: string,
  { folder, branch, commit }: { readonly folder: string; readonly branch: string; readonly commit: string },
): Promise<boolean> {
  const head = await git(folder, ["rev-parse", "HEAD"]);
  const changes = await git(folder, ["status", "--porcelain"]);
  if (!head.ok || !changes.ok || head.value !== commit || changes.value !== "") return false;
  const removed = await git(workspaceRoot, ["worktree", "remove", folder]);
  if (!removed.ok) return false;
  await git(workspaceRoot, ["branch", "-q", "-D", branch]);
  return true;
}

/** Without the hooks and the configuration that a repository could run programs by. */
async function git(folder: string, words: readonly string[]): Promise<Outcome<string>> {
  try {
    const safe = ["-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false"];
    const { stdout } = await run("git", [...safe, "-C", folder, ...words], { timeout: LIMIT_MS });
    return value(stdout.trim());
  } catch (error) {
    return fail("git_failed", messageOf(error));
  }
}
