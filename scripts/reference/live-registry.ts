import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRuntime } from "@wield/app";
import type { ToolDefinition } from "@wield/core";
import { BUILT_IN_TOOLS } from "@wield/tools";

/** A tool as a fresh start of Wield knows it. */
export interface ListedTool {
  readonly tool: ToolDefinition;
  readonly family: string;
  /** Names of the toolsets that hold it, sorted. */
  readonly toolsets: readonly string[];
}

/** The tools of a Wield that is started in an empty folder with an empty home, sorted by name. */
export async function liveRegistry(): Promise<readonly ListedTool[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "wield-reference-")));
  try {
    const [home, workspace] = [join(root, "home"), join(root, "work")];
    for (const folder of [home, workspace]) mkdirSync(folder, { mode: 0o700 });
    const opened = await openRuntime({
      cwd: workspace,
      env: { HOME: root, WIELD_HOME: home },
      surface: "terminal",
    });
    if (!opened.ok) throw new Error(opened.message);
    const runtime = opened.value;
    const { tools } = runtime
      .conversation({ sessionId: "ses_reference", caller: "cli", surface: "terminal" })
      .snapshot();
    const families = new Map(BUILT_IN_TOOLS.map(({ name, family }) => [name, family]));
    const listed = runtime.registry.list().map(({ tool }) => ({
      tool,
      family: families.get(tool.name) ?? "",
      toolsets: [...(tools.toolsets ?? [])]
        .filter(([, { members }]) => members.includes(tool.name))
        .map(([name]) => name)
        .toSorted(),
    }));
    await runtime.close();
    return listed;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
