import { exitCodeOf } from "@wield/agent";
import type { AgentEvent, AgentEventBody, AgentSession } from "@wield/agent";
import { messageOf } from "@wield/core";
import type { ImageBlock } from "@wield/core";
import type { SignalWatch } from "../start/watch-signals.ts";
import type { Io } from "../terminal/io.ts";
import type { RunOutput } from "./run-output.ts";

export interface RunTask {
  readonly session: AgentSession;
  readonly text: string;
  readonly images: readonly ImageBlock[];
  readonly output: RunOutput;
  readonly signals: SignalWatch;
  readonly io: Pick<Io, "stdout">;
}

const FAULT = 1;
const INTERRUPTED = 130;
const TERMINATED = 143;

/**
 * Runs one turn and gives the exit code. A signal, and a reader that has gone, stop the turn; the conversation can be
 * resumed.
 */
export async function runTask(task: RunTask): Promise<number> {
  const { session, text, images, output, signals, io } = task;
  const exitCode = (code: number): number => {
    if (!signals.signal.aborted) return code;
    return signals.name() === "SIGTERM" ? TERMINATED : INTERRUPTED;
  };
  let last = { seq: 0, at: 0, isDone: false };
  const tell = (event: AgentEvent): void => {
    last = { seq: event.seq, at: event.at, isDone: event.type === "done" };
    output(event.type === "done" ? { ...event, exit_code: exitCode(event.exit_code) } : event);
  };
  const unsubscribe = session.subscribe(tell);
  const stop = (): void => session.stop();
  signals.signal.addEventListener("abort", stop, { once: true });
  io.stdout.once("error", stop);
  try {
    if (signals.signal.aborted) return exitCode(INTERRUPTED);
    return exitCode(exitCodeOf(await session.send({ text, images })));
  } catch (error) {
    // A fault of Wield's own: whoever reads the events is told, and that nothing follows.
    if (!last.isDone)
      for (const body of faultEvents(error)) tell({ ...body, seq: last.seq + 1, at: last.at });
    return exitCode(FAULT);
  } finally {
    signals.signal.removeEventListener("abort", stop);
    io.stdout.off("error", stop);
    unsubscribe();
    await session.close();
  }
}

function faultEvents(error: unknown): readonly AgentEventBody[] {
  const message = messageOf(error);
  return [
    { type: "error", code: "fault", message },
    {
      type: "done",
      reason: "model_error",
      answer: "",
      usage: { input: 0, output: 0, cached: 0 },
      steps: 0,
      calls: 0,
      denied: 0,
      exit_code: FAULT,
    },
  ];
}
