import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Readable } from "node:stream";
import type { CheckJob, ChildMessage, LiveCall } from "./check-job.ts";
import type { ContractPrint } from "./contract-print.ts";
import { describeEarlyEnd, type ChildPlace } from "./early-end.ts";
import { CHECKS, RUN_CHECKS, type CheckName, type InputUse, type Remark } from "./finding.ts";
import { hearChild } from "./hear-child.ts";
import { watchProcess } from "./watchdog.ts";

/** All that a checking process told until it ended. */
export interface ChildStory {
  /** Absent while it gave no usable tool. */
  readonly name?: string;
  readonly contract?: ContractPrint;
  readonly remarks: readonly Remark[];
  readonly skipped: ReadonlyMap<CheckName, string>;
  /** How many inputs got how far. */
  readonly inputs: Readonly<Record<InputUse, number>>;
  /** What was written to standard output and standard error, shortened. */
  readonly printed: string;
}

/** Asks whether these calls may be made. */
export type AskToConnect = (calls: readonly LiveCall[]) => Promise<boolean>;

/** Until its first word the process only loads the check itself; a busy machine may take long for that. */
const START_MS = 60_000;

/** Gathers what the process says until it ends or hangs. */
export async function followChild(
  child: ChildProcess,
  { token, limits }: CheckJob,
  mayConnect: AskToConnect,
): Promise<ChildStory> {
  const told: { name?: string; contract?: ContractPrint } = {};
  let place: ChildPlace = { check: "contract", what: "starting" };
  let isDone = false;
  let isHung = false;
  const remarks: Remark[] = [];
  const skipped = new Map<CheckName, string>();
  const inputs: Record<InputUse, number> = { decoded: 0, run: 0, example: 0 };

  const watchdog = watchProcess(child.pid, () => {
    isHung = true;
    child.kill("SIGKILL");
  });
  const answer = async (calls: readonly LiveCall[]): Promise<void> => {
    watchdog.stop();
    const isAllowed = await mayConnect(calls).catch(() => false);
    watchdog.feed(limits.hangMs);
    child.stdin?.write(`${isAllowed}\n`);
  };
  const hear = (message: ChildMessage): void => {
    watchdog.feed(limits.hangMs);
    switch (message.type) {
      case "tool":
        told.name = message.name;
        told.contract = message.contract;
        return;
      case "at":
        place = message;
        if (message.use !== undefined) inputs[message.use] += 1;
        return;
      case "remark":
        remarks.push({ check: message.check, severity: message.severity, message: message.message });
        return;
      case "skipped":
        skipped.set(message.check, message.reason);
        return;
      case "may_connect":
        void answer(message.calls);
        return;
      case "done":
        isDone = true;
    }
  };

  watchdog.feed(START_MS);
  const outputs = tailOf(pipeOf(child, 1));
  const errors = tailOf(pipeOf(child, 2));
  hearChild(pipeOf(child, 3), token, hear);
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  watchdog.stop();
  if (!isDone) {
    const end = { code, signal, place, errors: errors() };
    remarks.push(describeEarlyEnd({ ...end, isHung, limits }));
    skipUnseen(remarks, skipped, place.check);
  }
  // What Node writes when it gives up is not the tool's.
  const printed = isDone ? [outputs(), errors()] : [outputs()];
  return { ...told, remarks, skipped, inputs, printed: printed.join("").trim() };
}

/** After an early end, checks without a finding were not made. */
function skipUnseen(remarks: readonly Remark[], skipped: Map<CheckName, string>, last: CheckName): void {
  for (const check of CHECKS) {
    if (remarks.some((remark) => remark.check === check)) continue;
    const isEarlier = !RUN_CHECKS.includes(check) && last !== "contract";
    if (!isEarlier) skipped.set(check, "the checking process ended before it");
  }
}

function pipeOf(child: ChildProcess, descriptor: 1 | 2 | 3): Readable {
  const pipe = child.stdio[descriptor];
  if (!(pipe instanceof Readable))
    throw new Error(`descriptor ${descriptor} of the checking process is not a pipe`);
  return pipe;
}

const MOST_TEXT = 20_000;

function tailOf(stream: Readable): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (piece: string) => {
    text = (text + piece).slice(-MOST_TEXT);
  });
  return () => text;
}
