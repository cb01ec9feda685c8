import { rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { CallOutcome, Guard, ToolDefinition } from "@wield/core";
import { createTestBench } from "../bench/create-test-bench.ts";
import type { GeneratedInput } from "../inputs/arbitrary-input.ts";
import type { ConnectionBlock } from "../watch/block-connections.ts";
import { compareSnapshots, takeSnapshot } from "../watch/tree-snapshot.ts";
import type { DenialWatch } from "../watch/watch-denials.ts";
import { watchFilesDriver, type WatchingFilesDriver } from "../watch/watching-files-driver.ts";
import { FIXTURE_FILES } from "./fixture-files.data.ts";
import type { Remark } from "./finding.ts";
import type { Observation } from "./observation.ts";

interface SubjectCall {
  readonly label: string;
  readonly limitMs: number;
  readonly signal?: AbortSignal;
  /** The call is given up when this resolves first. */
  readonly giveUp: Promise<unknown>;
}

/** The tool under check on its own host, where everything it does is seen. */
export interface Subject {
  readonly tool: ToolDefinition;
  /** One call; nothing when it was given up. Whatever it changed is put right again. */
  call(input: GeneratedInput, how: SubjectCall): Promise<Observation | undefined>;
  /** One call that ends at the guards, before the tool's `run`. */
  judge(input: GeneratedInput): Promise<CallOutcome>;
  /** What can be said only after all calls: late changes, and none at all. */
  finish(): Promise<readonly Remark[]>;
}

export interface Watches {
  readonly scratch: string;
  readonly denials: DenialWatch;
  readonly connections: ConnectionBlock;
}

/** How long after the last call changes are still waited for, in milliseconds. */
const LATE_MS = 100;

const STOP_HERE: Guard = { name: "check", check: () => "this call ends at the guards" };

export async function createSubject(tool: ToolDefinition, watches: Watches): Promise<Subject> {
  let raw: unknown;
  let files: WatchingFilesDriver | undefined;
  const bench = await createTestBench({
    tools: [tool],
    files: FIXTURE_FILES,
    // By name: paths below /proc are closed to this process.
    holding: "checks",
    wrapFiles: (driver) => (files = watchFilesDriver(driver)),
    onReturned: (_callId, returned) => {
      raw = returned;
    },
  });
  process.chdir(bench.root);
  let known = takeSnapshot(watches.scratch);
  let calls = 0;
  let changingCalls = 0;

  async function restore(): Promise<void> {
    for (const name of await readdir(bench.root))
      rmSync(join(bench.root, name), { recursive: true, force: true });
    for (const [path, content] of Object.entries(FIXTURE_FILES)) await bench.write(path, content);
    process.chdir(bench.root);
  }

  return {
    tool,
    async call(input, how) {
      raw = undefined;
      bench.forget();
      const called = bench.call(tool.name, input, {
        settings: { timeoutsMs: new Map([[tool.name, how.limitMs]]) },
        ...(how.signal === undefined ? {} : { signal: how.signal }),
      });
      calls += 1;
      const outcome = await Promise.race([called, how.giveUp.then(() => undefined)]);
      if (outcome === undefined) return undefined;
      // A turn of the loop, so that a rejection nobody waits for shows up at the call that caused it.
      await setImmediate();
      const now = takeSnapshot(watches.scratch);
      const changes = compareSnapshots(known, now);
      known = now;
      if (changes.length > 0) {
        changingCalls += 1;
        await restore();
        known = takeSnapshot(watches.scratch);
      }
      return {
        label: how.label,
        input,
        outcome,
        raw,
        root: bench.root,
        changes: changes.map((change) => ({ ...change, path: join(watches.scratch, change.path) })),
        requested: files?.take() ?? [],
        denied: watches.denials.take(),
        connected: watches.connections.take(),
      };
    },
    judge(input) {
      bench.forget();
      return bench.call(tool.name, input, { guards: [STOP_HERE] });
    },
    async finish() {
      await setTimeout(LATE_MS);
      const late = compareSnapshots(known, takeSnapshot(watches.scratch));
      const remarks = late.map(({ how, path }) =>
        honest("fail", `${how} ${join(watches.scratch, path)} after its calls had ended`),
      );
      const canBeSeen = tool.needs.every((need) => need === "files");
      if (tool.mutates === true && changingCalls === 0 && late.length === 0 && canBeSeen) {
        remarks.push(
          honest(
            "warn",
            `mutates is true, but nothing changed in ${calls} calls; if it only reports, say mutates: false`,
          ),
        );
      }
      return remarks;
    },
  };
}

function honest(severity: Remark["severity"], message: string): Remark {
  return { check: "honest", severity, message };
}
