import { openRuntime } from "@wield/app";
import { fail, type Log, type Outcome, value } from "@wield/core";
import type { McpRuntime } from "../serve/serve-options.ts";
import { foreignPatterns } from "../tools/foreign-patterns.ts";
import type { FixtureOptions } from "./fixture-options.ts";
import { endChildren, fixtureTools } from "./fixture-tools.ts";

/** The runtime of the product, with a few tools for tests besides its own. */
export async function openFixtureRuntime(
  workspace: string,
  options: FixtureOptions,
  log: Log,
): Promise<Outcome<McpRuntime>> {
  if (options.openFailure !== undefined) return fail("configuration_error", options.openFailure);
  const opened = await openRuntime({
    cwd: options.cwd,
    env: { ...process.env, WIELD_HOME: options.home },
    flags: { workspace, toolset: "all" },
    surface: "mcp",
    extraTools: fixtureTools,
    replaceTools: true,
    log,
  });
  if (!opened.ok) return opened;
  const runtime = opened.value;
  if (foreignPatterns(runtime.settings, "all").length > 0) await runtime.mcp.start(60_000);
  return value({
    ...runtime,
    close: async () => {
      endChildren();
      await runtime.close();
    },
  });
}
