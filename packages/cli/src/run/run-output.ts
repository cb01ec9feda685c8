import type { AgentEvent } from "@wield/agent";
import { printPlainly } from "../chat/plain/print-plainly.ts";
import { reduceEvent } from "../chat/transcript/reduce-event.ts";
import { takeFinished } from "../chat/transcript/settle.ts";
import { EMPTY_TRANSCRIPT } from "../chat/transcript/transcript.ts";
import type { Io } from "../terminal/io.ts";
import { jsonText } from "../terminal/json-text.ts";
import { RUN_EVENTS_VERSION } from "./run-events-version.ts";

/** What a run writes as its events come. */
export type RunOutput = (event: AgentEvent) => void;

/** One line of JSON per event on standard output, and nothing else there. */
export function jsonOutput({ out }: Pick<Io, "out">): RunOutput {
  return (event) => out.line(jsonText({ v: RUN_EVENTS_VERSION, ...event }));
}

/** The final answer on standard output, at the end; what happens until then on standard error. */
export function textOutput(io: Pick<Io, "out" | "err">, isQuiet: boolean): RunOutput {
  const { out, err } = io;
  let transcript = EMPTY_TRANSCRIPT;
  return (event) => {
    transcript = reduceEvent(transcript, event);
    const [blocks, rest] = takeFinished(transcript);
    transcript = rest;
    for (const block of blocks) {
      const isFault = block.kind === "notice" && block.level === "error";
      const isStop = block.kind === "end" && block.reason !== "done";
      const isTold = !isQuiet || isFault || isStop;
      // The answer of the turn goes to standard output, as a whole.
      if (isTold && block.kind !== "answer" && block.kind !== "person")
        printPlainly(block, { out: err, err });
    }
    if (event.type !== "done" || event.answer === "") return;
    const answer = out.foreign(event.answer);
    out.write(answer.endsWith("\n") ? answer : `${answer}\n`);
  };
}
