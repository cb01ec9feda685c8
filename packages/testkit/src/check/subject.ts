import { rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { Asker, CallOutcome, Guard, ToolDefinition } from "@wield/core";
import { createTestBench } from "../bench/create-test-bench.ts";
import type { GeneratedInput } from "../inputs/arbitrary-input.ts";
import { compareSnapshots, takeSnapshot } from "../watch/tree-snapshot.ts";
import { watchContext } from "../watch/watch-context.ts";
import type { HostWatch } from "../watch/watch-host.ts";
import { watchFilesDriver, type WatchingFilesDriver } from "../watch/watching-files-driver.ts";
import { FIXTURE_FILES } from "./fixture-files.data.ts";
import { FIXTURE_SECRETS } from "./fixture-secrets.data.ts";
import type { FixtureService } from "./fixture-service.ts";
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
  /** Why the preview of a call failed; nothing when it did not, or when there is none. */
  previewProblem(input: GeneratedInput): Promise<string | undefined>;
  /** From now on connections are made. */
  letConnect(): void;
  /** What can be said only after all calls: late changes, and none at all. */
  finish(): Promise<readonly Remark[]>;
}

export interface SubjectHost {
  readonly scratch: string;
  readonly host: HostWatch;
  readonly services: readonly FixtureService[];
}

/** How long after the last call changes are still waited for, in milliseconds. */
const LATE_MS = 100;

const STOP_HERE: Guard = { name: "check", check: () => "this call ends at the guards" };

export async function createSubject(
  tool: ToolDefinition,
  { scratch, host, services }: SubjectHost,
): Promise<Subject> {
  let raw: unknown;
  let files: WatchingFilesDriver | undefined;
  const context = watchContext();
  const bench = await createTestBench({
    tools: [tool],
    files: FIXTURE_FILES,
    // By name: paths below /proc are closed to this process.
    holding: "checks",
    services: services.map(({ provider }) => provider),
    secrets: FIXTURE_SECRETS,
    wrapFiles: (driver) => (files = watchFilesDriver(driver)),
    wrapContext: context.wrap,
    onReturned: (_callId, returned) => {
      raw = returned;
    },
  });
  process.chdir(bench.root);
  let known = takeSnapshot(scratch);
  let calls = 0;
  let changingCalls = 0;
  let mayConnect = false;

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
      const busyBefore = process.cpuUsage();
      const called = bench.call(tool.name, input, {
        settings: { timeoutsMs: new Map([[tool.name, how.limitMs]]) },
        ...(how.signal === undefined ? {} : { signal: how.signal }),
      });
      calls += 1;
      const outcome = await Promise.race([called, how.giveUp.then(() => undefined)]);
      if (outcome === undefined) return undefined;
      const busy = process.cpuUsage(busyBefore);
      // A turn of the loop, so that a rejection nobody waits for shows up at the call that caused it.
      await setImmediate();
      const now = takeSnapshot(scratch);
      const changes = compareSnapshots(known, now);
      known = now;
      const serviceChanges = services.flatMap((service) =>
        service.takeChanges().map((change) => ({ ...change, service: service.provider.token.name })),
      );
      if (changes.length > 0 || serviceChanges.length > 0) changingCalls += 1;
      if (serviceChanges.length > 0) for (const service of services) service.reset();
      if (changes.length > 0) {
        await restore();
        known = takeSnapshot(scratch);
      }
      return {
        label: how.label,
        input,
        outcome,
        raw,
        root: bench.root,
        changes: changes.map((change) => ({ ...change, path: join(scratch, change.path) })),
        requested: files?.take() ?? [],
        serviceChanges,
        missingInContext: context.takeMissing(),
        serviceFailures: context.takeFailures(),
        attempts: host.take(),
        mayConnect,
        secrets: FIXTURE_SECRETS,
        busyMs: (busy.user + busy.system) / 1000,
      };
    },
    judge(input) {
      bench.forget();
      return bench.call(tool.name, input, { guards: [STOP_HERE] });
    },
    async previewProblem(input) {
      if (!tool.hasPreview) return undefined;
      let problem: string | undefined;
      const asker: Asker = {
        surface: "api",
        async ask(request) {
          problem = request.previewProblem;
          return { choice: "deny", by: "check", surface: "api", at: 0 };
        },
      };
      bench.forget();
      await bench.call(tool.name, input, { settings: { approvalMode: "prompt" }, askers: [asker] });
      return problem;
    },
    letConnect() {
      mayConnect = true;
      host.letConnect();
    },
    async finish() {
      await setTimeout(LATE_MS);
      const late = compareSnapshots(known, takeSnapshot(scratch));
      const remarks = late.map(({ how, path }) =>
        honest("fail", `${how} ${join(scratch, path)} after its calls had ended`),
      );
      const watched = ["files", ...services.map(({ provider }) => provider.token.name)];
      const canBeSeen = tool.needs.every((need) => watched.includes(need));
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
