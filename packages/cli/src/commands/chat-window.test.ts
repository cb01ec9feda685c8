// Prevents: a chat that breaks, repeats itself or hides what it waits for when its window changes.
import { spawn } from "@lydell/node-pty";
import { join } from "node:path";
import { expect, test } from "vitest";
import { leftOnScreen } from "../testing/left-on-screen.ts";
import { makeBench } from "../testing/run-command.ts";
import { SCRIPTED_PROGRAM } from "../testing/scripted.ts";

const SHOWS_WITHIN_MS = 120_000;

test("made narrow, low and wide again while it runs and asks, the chat goes on", async () => {
  const bench = makeBench();
  const pty = spawn(process.execPath, [SCRIPTED_PROGRAM], {
    cols: 80,
    rows: 24,
    cwd: bench.workspace,
    env: {
      PATH: process.env["PATH"],
      HOME: join(bench.home, ".."),
      WIELD_HOME: bench.home,
      WIELD_APPROVAL_MODE: "prompt",
      TERM: "xterm-256color",
    },
  });
  let all = "";
  let from = 0;
  const looks = new Set<() => void>();
  pty.onData((data) => {
    all += data;
    for (const look of looks) look();
  });
  const ended = new Promise<number>((resolve) => pty.onExit(({ exitCode }) => resolve(exitCode)));
  const shows = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`this did not come: ${text}\n${all}`)),
        SHOWS_WITHIN_MS,
      );
      const look = (): void => {
        const at = all.indexOf(text, from);
        if (at < 0) return;
        from = at + text.length;
        looks.delete(look);
        clearTimeout(timer);
        resolve();
      };
      looks.add(look);
      look();
    });
  const size = (columns: number, rows: number): void => {
    from = all.length;
    pty.resize(columns, rows);
  };

  await shows("· work");
  pty.write("slow\r");
  await shows("Part 12");
  size(20, 8);
  await shows("remark");
  size(80, 24);
  await shows("a remark for the model");
  pty.write("\u001b");
  await shows("stopped");
  pty.write("write b.txt\r");
  await shows("allow? [y/s/a/n]");
  size(20, 12);
  await shows("write b.txt");
  await shows("[y/s/a/n]".slice(1, 8));
  size(200, 50);
  await shows("wants to run");
  await shows("allow? [y/s/a/n]");
  pty.write("y\r");
  await shows("Created b.txt");
  pty.write("\u0004");
  expect(await ended).toBe(0);
  // A frame may be drawn again; what counts is what is left.
  expect(leftOnScreen(all).filter((line) => line.includes("Created b.txt"))).toHaveLength(1);
  bench.remove();
});
