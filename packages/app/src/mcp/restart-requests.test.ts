// Prevents: a server that was given up in a running conversation, with no way back but to end that.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { temporaryPlaces } from "../testing/temporary-places.ts";
import { testRuntimes } from "../testing/test-runtimes.ts";

const runtimes = testRuntimes();
afterEach(() => runtimes.closeAll());

test("a restart that another process asked for is heard with the next call", async () => {
  const places = temporaryPlaces();
  const servers = { odd: { command: "sh", args: ["-c", "echo $$ >> starts; sleep 60"], sandbox: false } };
  places.write("home/config.yaml", JSON.stringify({ mcp: { servers } }));
  const runtime = await runtimes.open(places);
  const starts = () => readFileSync(join(places.root, "work/starts"), "utf8").trim().split("\n").length;
  void runtime.mcp.start(100);
  await expect.poll(() => existsSync(join(places.root, "work/starts"))).toBe(true);
  const before = starts();
  (await runtimes.open(places)).mcp.askRestart("odd");
  const scope = { signal: new AbortController().signal, call: { sessionId: "s" } };
  runtime.mcp.provider.open(scope as Parameters<typeof runtime.mcp.provider.open>[0]);
  await expect.poll(starts).toBeGreaterThan(before);
});
