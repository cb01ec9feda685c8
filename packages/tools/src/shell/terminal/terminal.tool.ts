import { bounded, defineTool, fail, ok, Processes } from "@wield/core";
import * as z from "zod";
import { quotedLine } from "../process/quoted-line.ts";
import { pageBytes } from "../process/page-bytes.ts";
import { processData } from "../process/process-data.ts";
import { renderLook } from "../process/render-look.ts";
import { SHELL_CODES } from "../shell-codes.ts";
import { describeBackend } from "./describe-backend.ts";
import { describeEnd } from "./describe-end.ts";

const MOST_COMMAND_BYTES = 100 * 1024;
const MOST_SECONDS = 1800;

export default defineTool({
  name: "terminal",
  description:
    "Run a shell command. Folder, exported variables and activated environments stay for the next call. No keyboard input, no pager, no editor. Use background for servers and watchers. For reading, searching and changing files prefer read_file, grep, glob and edit_file.",
  input: z.strictObject({
    command: z.string().describe("Command line for bash (or sh)."),
    timeout: bounded(z.int().default(0), { max: MOST_SECONDS, outside: "clamp" }).describe(
      "Seconds until the command is ended; 0 is the usual limit, or none in the background.",
    ),
    background: z.boolean().default(false).describe("Start it and return at once with a process id."),
    workdir: z.string().optional().describe("Folder for this one command only, relative to the workspace."),
  }),
  output: z.strictObject({
    exit_code: z.int().optional(),
    signal: z.string().optional(),
    duration_ms: z.int(),
    cwd: z.string(),
    backend: z.string(),
    sandbox: z.strictObject({ kind: z.string(), network: z.string() }),
    timed_out: z.boolean(),
    children_left: z.array(z.strictObject({ pid: z.int(), name: z.string() })).optional(),
    process_id: z.string().optional(),
    status: z.string().optional(),
    pid: z.int().optional(),
  }),
  mutates: "depends",
  effects: ({ command, workdir }, { sessionId }) => [
    { kind: "run", command, shell: sessionId, ...(workdir === undefined ? {} : { folder: workdir }) },
  ],
  aliases: { cmd: "command", cwd: "workdir", run_in_background: "background" },
  needs: [Processes],
  timeoutMs: 120_000,
  limitMs: ({ timeout, background }) => (background || timeout < 1 ? undefined : timeout * 1000),
  codes: {
    ...SHELL_CODES,
    nonzero_exit: "The command ended with another exit code than 0, or by a signal.",
    unfinished_input: "A quote, a here-document or a block of the command is open.",
    no_such_directory: "workdir does not exist or cannot be entered.",
    too_many_processes: "The session has as many background processes as it may have.",
    stopped: "The command was ended before it was done.",
  },
  examples: [
    {
      input: { command: "npm test" },
      note: "A failing test is a failed call with its exit code and output.",
    },
    { input: { command: "npm run dev", background: true }, note: "A server; look after it with process." },
    {
      input: { command: "make", workdir: "native", timeout: 600 },
      note: "In another folder, for ten minutes.",
    },
  ],
  preview: ({ command, workdir, background }, { backend }) =>
    [
      command,
      ...(workdir === undefined ? [] : [`in ${workdir}`]),
      ...(background ? ["in the background"] : []),
      ...(backend === undefined ? [] : [describeBackend(backend)]),
    ].join("\n"),
  async run(input, { processes, progress, call }) {
    const { command, timeout, background, workdir } = input;
    const problem = problemOf(input);
    if (problem !== undefined) return fail("invalid_arguments", problem);
    const { backend } = processes;
    const what = { command, ...(workdir === undefined ? {} : { folder: workdir }) };
    const where = { backend: backend.kind, sandbox: { ...backend.sandbox } };

    if (background) {
      const maxBytes = pageBytes(call.maxOutputChars);
      const started = await processes.start({
        ...what,
        maxBytes,
        ...(timeout > 0 ? { timeoutMs: timeout * 1000 } : {}),
      });
      if (!started.ok) return started;
      const { process_id, status, cwd, pid } = processData(started.value);
      return ok(
        renderLook(started.value),
        { duration_ms: 0, timed_out: false, process_id, status, cwd, pid, ...where },
        { notes: started.value.notes },
      );
    }

    const ended = await processes.run({ ...what, onOutput: (newest) => progress(newest) });
    if (!ended.ok) return ended;
    const end = ended.value;
    const data = {
      ...(end.exitCode === null ? {} : { exit_code: end.exitCode }),
      ...(end.signal === undefined ? {} : { signal: end.signal }),
      duration_ms: Math.round(end.durationMs),
      cwd: end.folder,
      ...where,
      timed_out: end.how === "timed_out",
      ...(end.leftChildren.length === 0
        ? {}
        : { children_left: end.leftChildren.map(({ pid, name }) => ({ pid, name })) }),
    };
    const notes = [
      ...(timeout < 0 ? [`timeout ${timeout} is below 1: the usual limit held`] : []),
      ...(end.missingBytes === 0 || end.isStored
        ? []
        : [`${end.missingBytes} bytes in the middle of the output were not kept`]),
      ...end.notes,
      ...(end.leftChildren.length === 0
        ? []
        : [`still running: ${end.leftChildren.map(({ pid, name }) => `PID ${pid} (${name})`).join(", ")}`]),
    ];
    if (end.how === "exited" && end.exitCode === 0) return ok(end.output, data, { notes });
    const failed = describeEnd(end, { limitMs: call.limitMs, command: quotedLine(command) });
    return fail(failed.code, failed.message, {
      data,
      notes,
      ...(failed.hint === undefined ? {} : { hint: failed.hint }),
    });
  },
});

function problemOf({
  command,
  timeout,
  background,
}: {
  readonly command: string;
  readonly timeout: number;
  readonly background: boolean;
}): string | undefined {
  if (command.trim() === "") return "command is required";
  if (command.includes("\0")) return "command holds a NUL character, which no shell can take";
  const bytes = new TextEncoder().encode(command).length;
  if (bytes > MOST_COMMAND_BYTES)
    return `command has ${bytes} bytes, which is more than ${MOST_COMMAND_BYTES}: write a script file and run that`;
  if (background && timeout < 0) return `timeout must be 0 or more in the background, not ${timeout}`;
  return undefined;
}
