// Prevents: a server that compiles all of itself at each start, because every one before it was killed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

test("a server that is killed leaves its compiled code to the next one", async () => {
  const home = mkdtempSync(join(tmpdir(), "wield-kept-"));
  const { PATH } = process.env;
  const server = spawn(process.execPath, [MAIN, "mcp"], {
    cwd: home,
    env: { PATH, HOME: home, WIELD_HOME: home },
    stdio: ["pipe", "ignore", "ignore"],
  });
  try {
    const kept = (): number =>
      existsSync(join(home, "cache")) ? readdirSync(join(home, "cache"), { recursive: true }).length : 0;
    await expect.poll(kept).toBeGreaterThan(50);
  } finally {
    server.kill("SIGKILL");
    await once(server, "exit");
    rmSync(home, { recursive: true, force: true });
  }
});
