// Prevents: a folder that somebody else made starting its programs as soon as it is opened.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { temporaryPlaces } from "../testing/temporary-places.ts";
import { testRuntimes } from "../testing/test-runtimes.ts";

const runtimes = testRuntimes();
afterEach(() => runtimes.closeAll());

test("X-009: a workspace's servers start only while it is trusted as it is now", async () => {
  const places = temporaryPlaces();
  const mark = join(places.root, "work", "started");
  const write = (args: readonly string[]): void => {
    const servers = { theirs: { command: "sh", args, sandbox: false } };
    places.write("work/.wield/config.yaml", JSON.stringify({ mcp: { servers } }));
  };
  write(["-c", `touch ${mark}`]);

  const before = await runtimes.open(places);
  await before.mcp.start(60_000);
  expect(before.mcp.status()).toEqual([]);
  expect(existsSync(mark)).toBe(false);
  expect(await before.trustWorkspace()).toMatchObject({ ok: true });

  const trusted = await runtimes.open(places);
  await trusted.mcp.start(60_000);
  expect(existsSync(mark)).toBe(true);
  expect(trusted.mcp.status()).toMatchObject([{ name: "theirs", state: "failed" }]);

  write(["-c", `touch ${mark}2`]);
  const changed = await runtimes.open(places);
  await changed.mcp.start(60_000);
  expect(changed.mcp.status()).toEqual([]);
  expect(existsSync(`${mark}2`)).toBe(false);
});
