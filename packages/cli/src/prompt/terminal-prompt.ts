import { knownToolsets, toolsetSettingsOf } from "@wield/core";
import type { Log } from "@wield/core";
import type { ConversationHandle, Runtime } from "@wield/app";
import { requestLine } from "../approvals/render-request.ts";
import { createTerminalAsker } from "../approvals/terminal-asker.ts";
import type { Io } from "../terminal/io.ts";
import type { Output } from "../terminal/output.ts";
import { cutToWidth } from "../terminal/display-width.ts";
import { complete } from "./complete.ts";
import type { LineEnd, PromptWorld } from "./prompt-world.ts";
import { runLine } from "./run-line.ts";
import { TerminalLines } from "./terminal-lines.ts";

export interface TerminalPromptOptions {
  readonly io: Io;
  readonly runtime: Runtime;
  readonly cwd: string;
  readonly version: string;
  readonly sessionId: string;
  readonly log: PromptLog;
}

/** Warnings of the runtime, wherever they can be shown at present. */
export interface PromptLog {
  readonly log: Log;
  writeTo(write: (text: string) => void): void;
}

/** How soon a second Ctrl-C has to follow to leave. */
const LEAVE_WITHIN_MS = 2000;
const LOOK_FOR_REQUESTS_MS = 1000;

/** The prompt at a terminal. Resolves with the exit code when the person leaves. */
export async function terminalPrompt(options: TerminalPromptOptions): Promise<number> {
  const { io, runtime, cwd, version, sessionId, log } = options;
  let running: AbortController | undefined;
  let isOver = false;
  /** Until then another Ctrl-C leaves. */
  let leavesUntil = Number.NEGATIVE_INFINITY;
  const lines = new TerminalLines({
    io,
    complete: (line) =>
      complete(line, { tools: handle.snapshot().tools.active, toolsets: toolsetsOf(runtime) }),
    onInterrupt: (hadText) => {
      if (running !== undefined && !running.signal.aborted) {
        lines.write(output.colours.dim("cancelling; Ctrl-C again leaves\n"));
        running.abort();
      } else if (running !== undefined) {
        lines.close();
        process.exit(130);
      } else if (hadText) {
        leavesUntil = Number.NEGATIVE_INFINITY;
      } else if (performance.now() < leavesUntil) {
        isOver = true;
        lines.close();
      } else {
        leavesUntil = performance.now() + LEAVE_WITHIN_MS;
        lines.write(output.colours.dim("(Ctrl-C again or Ctrl-D leaves)\n"));
      }
    },
  });
  const output: Output = {
    ...outputOf(io),
    write: (text) => lines.write(text),
    line: (text = "") => lines.write(`${text}\n`),
  };
  log.writeTo(output.write);
  const asking = { output, readAnswer: lines.answer.bind(lines) };
  const handle: ConversationHandle = runtime.conversation({
    sessionId,
    caller: "cli",
    surface: "terminal",
    askers: [createTerminalAsker(asking)],
  });
  const world: PromptWorld = {
    runtime,
    handle,
    out: output,
    err: output,
    cwd,
    version,
    undoAsker: createTerminalAsker({ ...asking, offersRules: false }),
    onProgress: ({ message }) =>
      lines.status(output.colours.dim(cutToWidth(`… ${output.foreign(message)}`, output.columns - 1))),
  };
  const stopLooking = tellAboutRequests(world);
  try {
    greet(world);
    while (!isOver) {
      const event = await lines.next(`${output.foreign(runtime.workspaceName)}> `);
      if (event.kind === "end") break;
      if (event.lines.length > 1 && !(await isConfirmed(event.lines.length, lines))) continue;
      for (const line of event.lines) {
        running = new AbortController();
        const end: LineEnd = await runLine(line, world, running.signal);
        const wasCancelled = running.signal.aborted;
        running = undefined;
        isOver = end.isOver === true;
        if (isOver || wasCancelled) break;
      }
    }
    return 0;
  } finally {
    stopLooking();
    log.writeTo((text) => io.err.write(text));
    lines.close();
  }
}

function outputOf(io: Io): Output {
  const { out } = io;
  return {
    isTerminal: true,
    get columns() {
      return out.columns;
    },
    colours: out.colours,
    write: out.write,
    line: out.line,
    foreign: out.foreign,
    flush: out.flush,
  };
}

async function isConfirmed(count: number, lines: TerminalLines): Promise<boolean> {
  const answer = await lines.answer(
    `${count} lines. Run them one after the other? [y/N] `,
    new AbortController().signal,
  );
  return /^\s*y(es)?\s*$/i.test(answer ?? "");
}

function greet({ runtime, handle, out, version }: PromptWorld): void {
  const { tools, settings } = handle.snapshot();
  out.line(
    `wield ${version} in ${out.foreign(runtime.workspaceRoot)}: ${tools.active.size} tools (toolset ${tools.toolset}), approval mode ${settings.approvalMode}`,
  );
  out.line(
    out.colours.dim("type a call, such as  read_file path=README.md   /help tells more, Ctrl-D leaves"),
  );
  for (const { text } of runtime.notices) out.line(out.colours.yellow(out.foreign(text)));
}

/** Says once of each request of another process on this home that it waits. */
function tellAboutRequests({ runtime, handle, out }: PromptWorld): () => void {
  const told = new Set<string>();
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      for (const request of await runtime.store.approvals.pending()) {
        if (request.sessionId === handle.sessionId || told.has(request.id)) continue;
        told.add(request.id);
        const line = requestLine(request, { columns: out.columns - 9, now: Date.now() });
        out.line(
          out.colours.yellow(`waiting: ${line}\n  /approve ${request.id}   /deny ${request.id} [REMARK]`),
        );
      }
    } catch {
      // The next look, or /approve, tells what is wrong with the store.
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_FOR_REQUESTS_MS);
  void look();
  return () => clearInterval(timer);
}

function toolsetsOf({ settings }: Runtime): readonly string[] {
  const values = Object.fromEntries(settings.all.map(({ name, value }) => [name, value]));
  return knownToolsets(toolsetSettingsOf(values).own ?? new Map());
}
