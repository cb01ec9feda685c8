import { userInfo } from "node:os";
import type { ApprovalAnswer, Asker } from "@wield/core";
import type { Output } from "../terminal/output.ts";
import { parseAnswer } from "./parse-answer.ts";
import { answerKeys, renderRequest } from "./render-request.ts";
import type { ShownRequest } from "./render-request.ts";

/** Reads one line that is typed after `prompt` was shown; nothing once the signal is aborted or input has ended. */
export type ReadAnswer = (prompt: string, signal: AbortSignal) => Promise<string | undefined>;

export interface TerminalAskerOptions {
  readonly output: Output;
  readonly readAnswer: ReadAnswer;
  /** False where a rule for the next time makes no sense. Default: true. */
  readonly offersRules?: boolean;
}

/** Asks the person at this terminal. Requests are put one after the other. */
export function createTerminalAsker(options: TerminalAskerOptions): Asker {
  let last: Promise<unknown> = Promise.resolve();
  return {
    surface: "terminal",
    ask(request, signal) {
      const mine = last.then(() => (signal.aborted ? undefined : askNow(request, signal, options)));
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

async function askNow(
  request: ShownRequest,
  signal: AbortSignal,
  { output, readAnswer, offersRules = true }: TerminalAskerOptions,
): Promise<ApprovalAnswer | undefined> {
  const { colours, columns } = output;
  output.write(`\n${renderRequest(request, { colours, columns, now: Date.now(), offersRules })}`);
  const keys = answerKeys(request, offersRules);
  for (;;) {
    const line = await readAnswer(`allow? [${keys}] `, signal);
    if (line === undefined) return undefined;
    const given = parseAnswer(line);
    const addsRule = given?.choice === "session" || given?.choice === "always";
    const isOffered = !addsRule || keys.includes("s");
    if (given !== undefined && isOffered)
      return { ...given, by: accountName(), surface: "terminal", at: Date.now() };
    output.line(colours.dim(`please type one of ${keys}; a reason may follow n`));
  }
}

/** Who answers, as the journal keeps it. */
export function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return "the person at the terminal";
  }
}
