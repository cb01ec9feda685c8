import { spawnSync } from "node:child_process";
import { wieldCommand } from "../command.ts";
import type { Measurement } from "../measurement.ts";
import { interleaved } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const ROUNDS = 25;

/** Whole processes, from start to exit, against one that does nothing. */
export const startUp: Measurement = {
  name: "start-up",
  async run() {
    await using folder = await temporaryFolder();
    await folder.write("notes.md", "one line\n");
    const wallMs = (args: readonly string[]): number => {
      const before = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args, {
        cwd: folder.workspace,
        env: { ...process.env, WIELD_HOME: folder.home },
      });
      if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr.toString()}`);
      return performance.now() - before;
    };
    const command = wieldCommand();
    const [nothing = Number.NaN, version = Number.NaN, read = Number.NaN] = await interleaved(ROUNDS, [
      () => wallMs(["-e", "0"]),
      () => wallMs([command, "--version"]),
      () => wallMs([command, "call", "read_file", "path=notes.md"]),
    ]);
    const reference = { what: "ms node -e 0", value: nothing };
    return [
      { what: "wield --version", value: version, unit: "ms", reference, goal: { atMost: 1.6, of: "ratio" } },
      { what: "wield call read_file", value: read, unit: "ms", reference, goal: { atMost: 3, of: "ratio" } },
    ];
  },
};
