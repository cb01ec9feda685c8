// Prevents: two servers of one home that share a token, and a killed one that keeps the next from starting.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { claimServer, runningServer } from "./claim-server.ts";
import { serverAskers } from "./server-askers.ts";

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "wield-claim-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const PLACE = { address: "http://127.0.0.1:7433/mcp", workspace: "/some/where", isAttended: false };

test("a second server of a home is told which process serves it, where and what, until that one ends", () => {
  const first = claimServer(home);
  if (!first.ok) throw new Error(first.message);
  expect(claimServer(home)).toMatchObject({
    code: "server_running",
    message: `a server of this home runs already: process ${process.pid}`,
  });
  first.value.announce(PLACE);
  expect(claimServer(home)).toMatchObject({
    code: "server_running",
    message: `a server of this home runs already: process ${process.pid}, at ${PLACE.address} for ${PLACE.workspace}`,
  });
  first.value.release();
  const second = claimServer(home);
  expect(second).toMatchObject({ ok: true });
  if (second.ok) second.value.release();
});

test("a server that was killed stands in nobody's way", async () => {
  const module = fileURLToPath(new URL("claim-server.ts", import.meta.url));
  const script = `const { claimServer } = await import(${JSON.stringify(module)});
    const claim = claimServer(${JSON.stringify(home)});
    claim.value.announce(${JSON.stringify(PLACE)});
    console.log("held");
    setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(other.stdout, "data");
  expect(claimServer(home)).toMatchObject({ message: expect.stringContaining(`process ${other.pid}, at`) });
  other.kill("SIGKILL");
  await once(other, "exit");
  expect(claimServer(home)).toMatchObject({ ok: true });
});

test("people can be asked through a server while it runs, and only where somebody sees it unless waiting is wished", () => {
  const asked = () => [true, false].map((onlyAttended) => serverAskers(home, { onlyAttended }).length);
  expect([runningServer(home), ...asked()]).toEqual([undefined, 0, 0]);
  const claim = claimServer(home);
  if (!claim.ok) throw new Error(claim.message);
  // It does not say yet where it serves.
  expect(asked()).toEqual([0, 0]);
  claim.value.announce(PLACE);
  expect([runningServer(home), ...asked()]).toEqual([PLACE, 0, 1]);
  claim.value.announce({ ...PLACE, isAttended: true });
  expect(asked()).toEqual([1, 1]);
  claim.value.release();
  expect([runningServer(home), ...asked()]).toEqual([undefined, 0, 0]);
});

test("a home that cannot be written is told", () => {
  expect(claimServer("/dev/null")).toMatchObject({ code: "io_error" });
});
