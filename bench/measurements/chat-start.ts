import { spawn } from "node:child_process";
import { wieldCommand } from "../command.ts";
import type { Measurement } from "../measurement.ts";
import { interleaved } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const ROUNDS = 15;

/** From the start of the process to the line to type in, on a terminal of its own. */
export const chatStart: Measurement = {
  name: "chat-start",
  async run() {
    await using folder = await temporaryFolder();
    const shownMs = (args: readonly string[], text: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const before = performance.now();
        const command = [process.execPath, ...args].map((word) => `'${word}'`).join(" ");
        const terminal = spawn("script", ["-q", "-c", `stty cols 80 rows 24; ${command}`, "/dev/null"], {
          cwd: folder.workspace,
          env: { ...process.env, WIELD_HOME: folder.home, WIELD_MODEL: "manual" },
          stdio: ["pipe", "pipe", "inherit"],
        });
        let all = "";
        let tookMs: number | undefined;
        terminal.stdout.setEncoding("utf8").on("data", (data: string) => {
          all += data;
          if (tookMs !== undefined || !all.includes(text)) return;
          tookMs = performance.now() - before;
          terminal.stdin.write("\u0004");
        });
        terminal.on("close", () => {
          if (tookMs === undefined) reject(new Error(`${args.join(" ")} ended without ${text}:\n${all}`));
          else resolve(tookMs);
        });
      });
    const command = wieldCommand();
    const [nothing = Number.NaN, prompt = Number.NaN] = await interleaved(ROUNDS, [
      () => shownMs(["-e", "console.log(123454321)"], "123454321"),
      () => shownMs([command], "mode auto"),
    ]);
    const reference = { what: "ms node -e 0 at a terminal", value: nothing };
    return [
      {
        what: "first prompt of wield",
        value: prompt,
        unit: "ms",
        reference,
        goal: { atMost: 400, of: "value" },
      },
    ];
  },
};
