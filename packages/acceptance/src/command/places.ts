import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openRuntime, type Runtime, type RuntimeOptions } from "@wield/app";
import type { CallOutcome } from "@wield/core";
import { runWield, type CommandOptions, type Ended } from "./wield.ts";

/** A home and a workspace of one test, on disk; all of it goes at the end. */
export interface Places extends AsyncDisposable {
  readonly root: string;
  readonly home: string;
  readonly workspace: string;
  /** Relative to the root: `work/a.txt`, `home/config.yaml`. Gives the absolute path. */
  write(path: string, content: string | Uint8Array): string;
  /** Runs the command in the workspace. */
  run(args: readonly string[], options?: CommandOptions): Promise<Ended>;
  /** A runtime of this process. Closed at the end. */
  open(options?: Partial<RuntimeOptions>): Promise<Runtime>;
}

export function makePlaces(): Places {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "wield-acceptance-")));
  const [home, workspace] = [join(root, "home"), join(root, "work")];
  mkdirSync(home, { mode: 0o700 });
  mkdirSync(workspace);
  const opened: Runtime[] = [];
  return {
    root,
    home,
    workspace,
    write(path, content) {
      const place = join(root, path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, content);
      return place;
    },
    run: (args, options = {}) => runWield(args, { cwd: workspace, home, ...options }),
    async open(options = {}) {
      const { env, ...rest } = options;
      const answer = await openRuntime({
        cwd: workspace,
        env: { HOME: root, WIELD_HOME: home, ...env },
        surface: "terminal",
        ...rest,
      });
      if (!answer.ok) throw new Error(answer.message);
      opened.push(answer.value);
      return answer.value;
    },
    async [Symbol.asyncDispose]() {
      for (const runtime of opened) await runtime.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** One call of a test in a conversation of its own. */
export function callTool(runtime: Runtime, tool: string, input: object): Promise<CallOutcome> {
  const conversation = runtime.conversation({ sessionId: "ses_test", caller: "test", surface: "terminal" });
  return runtime.pipeline.call({ tool, input: JSON.stringify(input) }, conversation.snapshot());
}
