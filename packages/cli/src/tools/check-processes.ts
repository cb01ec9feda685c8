import {
  type BackgroundProcess,
  type CommandEnd,
  fail,
  type LookOptions,
  type Outcome,
  Processes,
  type ProcessLook,
  value,
} from "@wield/core";
import type { FixtureService, ServiceChange } from "@wield/testkit";

const RUNNING = "proc_1f2e";

const OUTPUT = "ready on http://localhost:3000\n";

const CANCELLED: CommandEnd = {
  how: "cancelled",
  exitCode: null,
  output: "",
  missingBytes: 0,
  isStored: false,
  durationMs: 1,
  folder: "/workspace",
  leftChildren: [],
  notes: [],
};

/** A shell that runs nothing, and one process in the background. */
export function processesService(): FixtureService {
  let changes: ServiceChange[] = [];
  const tell = (words: string, effect: ServiceChange["effect"]): void => {
    changes.push({ words, effect });
  };
  return {
    provider: {
      token: Processes,
      open: (scope): Processes => ({
        backend: { kind: "local", label: "local", sandbox: { kind: "none", network: "on" } },
        run: async ({ command }) => {
          tell(`run ${command}`, "run");
          if (!scope.mayChange) return scope.refuse("this call said that it runs nothing");
          if (scope.signal.aborted) return value(CANCELLED);
          const exitCode = command.includes("false") ? 1 : 0;
          return value({ ...CANCELLED, how: "exited", exitCode, output: "done\n" });
        },
        start: async ({ command, maxBytes }) => {
          tell(`start ${command}`, "run");
          if (!scope.mayChange) return scope.refuse("this call said that it starts nothing");
          return look(RUNNING, { maxBytes });
        },
        list: () => [processFacts("running")],
        poll: async (id, options) => look(id, options),
        log: async (id, { offset, maxBytes }) => {
          if (offset <= OUTPUT.length) return look(id, { maxBytes });
          return fail("past_end", `offset ${offset} is past the end (${OUTPUT.length} bytes)`);
        },
        wait: async (id, options) => look(id, options),
        kill: async (id, options) => {
          tell(`end ${id}`, "opaque");
          const seen = look(id, options, "cancelled");
          return seen.ok ? value({ ...seen.value, hadEnded: false }) : seen;
        },
        write: async (id, _input, options) => {
          tell(`write to ${id}`, "opaque");
          return look(id, options);
        },
      }),
    },
    takeChanges: () => {
      const taken = changes;
      changes = [];
      return taken;
    },
    reset: () => undefined,
  };
}

function look(
  id: string,
  { maxBytes }: LookOptions,
  status: BackgroundProcess["status"] = "running",
): Outcome<ProcessLook> {
  if (id !== RUNNING)
    return fail("unknown_process", `no process ${id} in this session`, { hint: `known is ${RUNNING}.` });
  const output = OUTPUT.slice(0, maxBytes);
  const moreBytes = OUTPUT.length - output.length;
  return value({
    process: processFacts(status),
    output,
    nextOffset: output.length,
    moreBytes,
    isTruncated: false,
    notes: [],
  });
}

function processFacts(status: BackgroundProcess["status"]): BackgroundProcess {
  return {
    id: RUNNING,
    status,
    command: "npm run dev",
    folder: "/workspace",
    pid: 4711,
    exitCode: null,
    startedAt: 0,
    endedAt: status === "running" ? null : 12_000,
    durationMs: 12_000,
  };
}
