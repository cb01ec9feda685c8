// Prevents: a command that runs although its arguments make no sense, and ends of commands told in other words than
// what happened.
import type { CommandEnd, Processes as ProcessesService, ServiceProvider, ShellCommand } from "@wield/core";
import { Processes, renderOutcome, value } from "@wield/core";
import { createTestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import { failureOf, okOf } from "../../testing/outcome-fixture.ts";
import terminal from "./terminal.tool.ts";

const ENDED: CommandEnd = {
  how: "exited",
  exitCode: 0,
  output: "",
  missingBytes: 0,
  isStored: false,
  durationMs: 1234.5,
  folder: "/w",
  leftChildren: [],
  notes: [],
};

/** Processes that run nothing: what they are asked is kept, and how it ended is given. */
function makeBench(end: Partial<CommandEnd> = {}) {
  const asked: (ShellCommand & { readonly timeoutMs?: number })[] = [];
  const service = {
    backend: { kind: "local", label: "local", sandbox: { kind: "none", network: "on" } },
    run: async (command: ShellCommand) => {
      asked.push(command);
      return value({ ...ENDED, ...end });
    },
    start: async (command: ShellCommand & { readonly timeoutMs?: number }) => {
      asked.push(command);
      const process = {
        id: "proc_1f2e9a",
        status: "running",
        command: command.command,
        folder: "/w",
        pid: 4711,
        exitCode: null,
        startedAt: 0,
        endedAt: null,
        durationMs: 12_000,
      } as const;
      return value({
        process,
        output: "ready\n",
        nextOffset: 6,
        moreBytes: 0,
        isTruncated: false,
        notes: [],
      });
    },
  } as Partial<ProcessesService> as ProcessesService;
  const provider: ServiceProvider<ProcessesService> = { token: Processes, open: () => service };
  return { asked, bench: createTestBench({ tools: [terminal], services: [provider] }) };
}

test.each([
  [{ command: "  " }, "command is required"],
  [{ command: "a\u0000b" }, "command holds a NUL character, which no shell can take"],
  [
    { command: "x".repeat(102_401) },
    "command has 102401 bytes, which is more than 102400: write a script file and run that",
  ],
  [{ command: "x", background: true, timeout: -1 }, "timeout must be 0 or more in the background, not -1"],
])("what makes no sense is refused and nothing runs: %j", async (input, message) => {
  const { asked, bench } = makeBench();
  await using here = await bench;
  expect(failureOf(await here.call("terminal", input))).toMatchObject({ code: "invalid_arguments", message });
  expect(asked).toEqual([]);
});

test("a limit below 1 is the usual one, one above the ceiling is the ceiling; both are said", async () => {
  const { bench } = makeBench();
  await using here = await bench;
  expect(renderOutcome(await here.call("terminal", { command: "x", timeout: -3 }))).toBe(
    "(no output)\n… timeout -3 is below 1: the usual limit held",
  );
  expect(renderOutcome(await here.call("terminal", { command: "x", timeout: 9000 }))).toMatch(
    /^\(no output\)\n… .*timeout.*1800/,
  );
});

test("what a person would call the parameters is understood", async () => {
  const { asked, bench } = makeBench();
  await using here = await bench;
  okOf(await here.call("terminal", { cmd: "make", cwd: "sub" }));
  okOf(await here.call("terminal", { command: "npm run dev", run_in_background: true, timeout: 5 }));
  expect(asked).toMatchObject([
    { command: "make", folder: "sub" },
    { command: "npm run dev", timeoutMs: 5000 },
  ]);
});

test("a start in the background is a view of the process", async () => {
  const { bench } = makeBench();
  await using here = await bench;
  const outcome = okOf(await here.call("terminal", { command: "npm run dev", background: true }));
  expect(outcome.text).toBe("proc_1f2e9a — running (pid 4711, 12 s): npm run dev\n\nready\n");
  expect(outcome.data).toMatchObject({ process_id: "proc_1f2e9a", status: "running", pid: 4711 });
});

const ends: readonly [what: string, end: Partial<CommandEnd>, text: string][] = [
  ["nothing written", {}, "(no output)"],
  ["a last line without its break", { output: "a\nb" }, "a\nb"],
  ["exit 1", { exitCode: 1, output: "\nFAIL\n" }, "Exit code 1\n\n\nFAIL\n"],
  ["exit 1, nothing written", { exitCode: 1 }, "Exit code 1\n\n(no output)"],
  ["a signal", { exitCode: 139, signal: "SIGSEGV" }, "Ended by SIGSEGV (exit code 139)\n\n(no output)"],
  [
    "an open quote",
    { how: "unfinished", exitCode: null, reason: "a single quote (') is open" },
    "the command is not complete: a single quote (') is open (x)\nHint: send the whole command again; nothing of it was run.",
  ],
  [
    "a lost connection",
    { how: "lost", exitCode: null, reason: "the server went away", output: "a\n" },
    "the connection was lost (the server went away); what became of the command is unknown\n\na\n",
  ],
  [
    "children left",
    {
      output: "done\n",
      leftChildren: [
        { pid: 4711, name: "sleep" },
        { pid: 4712, name: "sh" },
      ],
    },
    "done\n… still running: PID 4711 (sleep), PID 4712 (sh)",
  ],
  [
    "output that is gone",
    { output: "a\nb\n", missingBytes: 12 },
    "a\nb\n… 12 bytes in the middle of the output were not kept",
  ],
];

test.each(ends)("%s", async (_what, end, text) => {
  const { bench } = makeBench(end);
  await using here = await bench;
  expect(renderOutcome(await here.call("terminal", { command: "x" }))).toBe(text);
});

test("what programs get of an end", async () => {
  const { bench } = makeBench({ exitCode: 3, output: "x" });
  await using here = await bench;
  expect(failureOf(await here.call("terminal", { command: "x" }))).toMatchObject({
    code: "nonzero_exit",
    data: {
      exit_code: 3,
      duration_ms: 1235,
      cwd: "/w",
      backend: "local",
      sandbox: { kind: "none", network: "on" },
      timed_out: false,
    },
  });
});

test("in the mode prompt a person sees the command and its folder", async () => {
  const { bench } = makeBench();
  await using here = await bench;
  let preview: string | undefined;
  const asker = {
    surface: "api",
    ask: async (request: { readonly preview?: string }) => {
      preview = request.preview;
      return { choice: "deny", by: "a", surface: "api", at: 0 } as const;
    },
  } as const;
  await here.call(
    "terminal",
    { command: "make", workdir: "sub", background: true },
    { settings: { approvalMode: "prompt" }, askers: [asker] },
  );
  expect(preview).toBe("make\nin sub\nin the background");
});
