import type { Transport } from "@modelcontextprotocol/client";
import type { Clock, Log, Outcome, ProcessesDriver, Program } from "@wield/core";
import { createLineReader } from "../../stdio/line-reader.ts";
import { readLine } from "../../stdio/read-line.ts";
import type { ServerReach } from "../server-entry.ts";
import { endWithUs } from "./end-with-us.ts";
import { inOrder } from "./in-order.ts";
import { createLastWords, type LastWords } from "./last-words.ts";
import { isTooDeep } from "./nesting.ts";

/** The longest message that is read. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Time between the end of its output and its own. */
const OUTPUT_END_MS = 1000;

/** Time for what a program wrote right before its end to be read; a child of it may keep its pipes open. */
const LAST_WORDS_MS = 500;

/** Time to end by itself once its input is closed. */
const END_MS = 2000;

export interface ProgramTransportOptions {
  readonly server: string;
  readonly reach: Extract<ServerReach, { kind: "stdio" }>;
  readonly driver: ProcessesDriver;
  /** Unique: everything the server starts is found by it. */
  readonly mark: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface ProgramTransport extends Transport {
  readonly lastWords: LastWords;
  /** Why it ended, once it has. */
  endReason(): string | undefined;
}

/** A server that is a program of ours: messages are lines of its standard input and output. */
export function createProgramTransport(options: ProgramTransportOptions): ProgramTransport {
  const { server, reach, driver, mark, clock, log } = options;
  const lastWords = createLastWords((line) => log("debug", `${server}: ${line}`));
  let program: Program | undefined;
  let reason: string | undefined;
  let closing: Promise<void> | undefined;
  /** Settles once the program has ended and its reason is known. */
  let told: Promise<void> | undefined;

  const give = inOrder((message) => transport.onmessage?.(message));
  const receive = (bytes: Buffer): void => {
    if (isTooDeep(bytes)) return giveUp("it sent a message nested deeper than 100 levels");
    const line = readLine(bytes);
    const items = line.kind === "batch" ? line.items : [line];
    for (const item of items) {
      if (item.kind === "message") give(item.message);
      else log("debug", `${server}: skipped what is no message: ${item.text}`);
    }
  };
  const giveUp = (why: string): void => {
    reason ??= why;
    void close();
  };
  const reader = createLineReader(
    {
      line: receive,
      tooLong: () => giveUp(`it sent a message of more than ${MAX_LINE_BYTES / 1024 / 1024} MB`),
    },
    MAX_LINE_BYTES,
  );

  const start = async (): Promise<void> => {
    const spawned: Outcome<Program> = await driver.spawn({
      argv: reach.argv,
      folder: reach.folder,
      env: reach.env,
      mark,
      input: "pipe",
      output: "separate",
    });
    if (!spawned.ok) throw new Error(spawned.message);
    program = spawned.value;
    program.output.listen((chunk) => reader.push(Buffer.from(chunk)));
    program.errors.listen((chunk) => lastWords.push(chunk));
    const { ended, output, errors } = program;
    // One that lives on cannot answer any more. What ends says more by its end.
    const livesOn = async (): Promise<boolean> => {
      await output.closed;
      return (await Promise.race([ended, waitFor(clock, OUTPUT_END_MS)])) === undefined;
    };
    void livesOn().then((isDeaf) => (isDeaf ? giveUp("it closed its standard output") : undefined));
    const tell = async (): Promise<void> => {
      const { exitCode, signal, lost } = await ended;
      await Promise.race([Promise.all([output.closed, errors.closed]), waitFor(clock, LAST_WORDS_MS)]);
      reason ??=
        lost ?? (signal === undefined ? `it ended with exit code ${exitCode}` : `it ended by ${signal}`);
    };
    told = tell();
    void told.then(close);
    // Nothing is asked of the server before somebody watches over it.
    await endWithUs(driver, { program, mark, env: reach.env }).catch((error: unknown) =>
      log("debug", `${server} is not watched: ${String(error)}`),
    );
  };
  const end = async (): Promise<void> => {
    if (program === undefined) return;
    program.endInput();
    // Whoever waits for the end asks for its reason next.
    await Promise.race([told, waitFor(clock, END_MS)]);
    await driver.end({ mark, heads: [program.identity.pid] });
    program.release();
  };
  const close = (): Promise<void> => {
    closing ??= end()
      .catch((error: unknown) => log("warn", `${server} cannot be ended: ${String(error)}`))
      .finally(() => transport.onclose?.());
    return closing;
  };

  const transport: ProgramTransport = {
    lastWords,
    endReason: () => reason,
    start,
    close,
    send: async (message) => {
      if (program === undefined || closing !== undefined) throw new Error(`${server} has ended`);
      const wasTaken = await program.write(`${JSON.stringify(message)}\n`);
      if (!wasTaken) throw new Error(`${server} no longer reads`);
    },
  };
  return transport;
}

function waitFor(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => {
    clock.timer(ms, resolve);
  });
}
