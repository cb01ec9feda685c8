import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { REFERENCE_SERVER, wieldCommand } from "../command.ts";
import type { Measurement } from "../measurement.ts";
import { interleaved } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const ROUNDS = 11;

/** The first prompt with ten configured MCP servers, one of which never answers, beside none. */
export const mcpPrompt: Measurement = {
  name: "mcp-prompt",
  async run() {
    await using folder = await temporaryFolder();
    const [without, withServers] = [join(folder.home, "without"), join(folder.home, "with")];
    const working = { command: process.execPath, args: [REFERENCE_SERVER, folder.workspace] };
    const servers = Object.fromEntries([
      ...Array.from({ length: 9 }, (_, index) => [`server${index}`, working]),
      ["hanging", { command: "sleep", args: ["1000"] }],
    ]);
    for (const [home, mcp] of [
      [without, {}],
      [withServers, { servers }],
    ] as const) {
      await mkdir(home, { recursive: true, mode: 0o700 });
      await writeFile(join(home, "config.yaml"), JSON.stringify({ mcp }));
    }
    const shown = (home: string): Promise<number> => promptMs(folder.workspace, home);
    await shown(without);
    await shown(withServers);
    const [reference = Number.NaN, value = Number.NaN] = await interleaved(ROUNDS, [
      () => shown(without),
      () => shown(withServers),
    ]);
    return [
      {
        what: "first prompt with ten MCP servers, one hanging",
        value,
        unit: "ms",
        reference: { what: "ms without servers", value: reference },
        goal: { aboveReference: 50 },
      },
    ];
  },
};

function promptMs(workspace: string, home: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const before = performance.now();
    const command = [process.execPath, wieldCommand()].map((word) => `'${word}'`).join(" ");
    const terminal = spawn("script", ["-q", "-c", `stty cols 80 rows 24; ${command}`, "/dev/null"], {
      cwd: workspace,
      env: { ...process.env, WIELD_HOME: home, WIELD_MODEL: "manual" },
      stdio: ["pipe", "pipe", "inherit"],
    });
    let all = "";
    let tookMs: number | undefined;
    terminal.stdout.setEncoding("utf8").on("data", (data: string) => {
      all += data;
      if (tookMs !== undefined || !all.includes("mode auto")) return;
      tookMs = performance.now() - before;
      terminal.stdin.write("\u0004");
    });
    terminal.on("close", () => {
      if (tookMs === undefined) reject(new Error(`it ended without a prompt:\n${all}`));
      else resolve(tookMs);
    });
  });
}
