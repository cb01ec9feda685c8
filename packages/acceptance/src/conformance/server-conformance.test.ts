// Prevents: an MCP server that clients of the public suite's kind cannot use. The suite runs against the server of
// `wield serve`, with tools, resources and prompts of the names it asks for.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRuntime } from "@wield/app";
import { startServer } from "@wield/server";
import { expect, test } from "vitest";
import { forwardWithToken } from "./forward-with-token.ts";
import { runSuite } from "./run-suite.ts";
import { suiteOffers } from "./suite-offers.ts";
import { suiteTools } from "./suite-tools.ts";

test("the public suite passes for every part that is offered", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wield-conformance-"));
  const opened = await openRuntime({
    cwd: folder,
    env: { WIELD_HOME: join(folder, "home"), WIELD_APPROVAL_MODE: "prompt" },
    flags: { toolset: "all" },
    surface: "mcp",
    extraTools: suiteTools,
  });
  if (!opened.ok) throw new Error(opened.message);
  const started = await startServer(opened.value, {
    host: "127.0.0.1",
    port: 0,
    allowedHosts: [],
    version: "0",
    offers: suiteOffers,
    log: () => undefined,
  });
  if (!started.ok) throw new Error(started.message);
  const forward = await forwardWithToken(started.value);
  try {
    const { code, output } = await runSuite(["server", "--url", forward.url]);
    expect(output).toMatch(/prompts-get-with-image/);
    expect({ code, output }).toMatchObject({ code: 0 });
  } finally {
    await forward.close();
    await started.value.close();
    await opened.value.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
