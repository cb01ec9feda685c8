import { randomBytes } from "node:crypto";
import { fail, type Outcome, value } from "@wield/core";
import type { RemoteChannel, RemotePlace } from "../../../processes/remote/remote-place.ts";
import { AGENT_SCRIPT } from "../script/agent-script.ts";

/** What one step of a script answered. */
export interface ShellReply {
  /** Everything it printed. */
  readonly body: Buffer;
  /** The word it left in `F`, with what belongs to it behind a blank. */
  readonly word: string;
}

export interface StepOptions {
  readonly input?: Uint8Array;
  /** It is waited for, even when the call ends meanwhile: what it does must be known. */
  readonly isWhole?: boolean;
}

const LF = 0x0a;
/** A script up to this length is read by the shell itself, byte by byte; a longer one by a program of its own. */
const READ_BY_SHELL_BYTES = 2000;
const TOKEN_BYTES = 16;

/**
 * One shell there that is told what to do step by step and stays in the folder a step went to. Each answer ends with a
 * random word that only this step was told, so whatever a file holds, where its content ends is certain.
 */
export class RemoteShell {
  readonly #channel: RemoteChannel;
  #chunks: Uint8Array[] = [];
  #tail = Buffer.alloc(0);
  #endMark = Buffer.alloc(0);
  #onEnd: (() => void) | undefined;
  #lost: string | undefined;
  #running: "step" | "whole" | undefined;
  #answered = 0;
  #isInterrupted = false;

  private constructor(channel: RemoteChannel) {
    this.#channel = channel;
    channel.errors.listen(() => undefined);
    channel.output.listen((chunk) => this.#take(chunk));
    void this.#watch();
  }

  static async open(place: RemotePlace): Promise<Outcome<RemoteShell>> {
    const opened = await place.open(AGENT_SCRIPT);
    if (!opened.ok) return opened;
    const shell = new RemoteShell(opened.value);
    // What a login prints before anything of ours runs belongs to the answer of this step.
    const greeted = await shell.ask(":");
    if (greeted.ok) return value(shell);
    shell.end();
    return greeted;
  }

  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  /** How many steps were answered. */
  get answered(): number {
    return this.#answered;
  }

  /** Runs a step. `input` is what it reads on its standard input; it has to read exactly that. One at a time. */
  async ask(
    step: string | Uint8Array,
    { input, isWhole = false }: StepOptions = {},
  ): Promise<Outcome<ShellReply>> {
    if (this.#lost !== undefined) return lostConnection(this.#lost);
    if (this.#isInterrupted && !isWhole) return lostConnection("the call has ended");
    this.#running = isWhole ? "whole" : "step";
    const token = randomBytes(TOKEN_BYTES).toString("hex");
    this.#chunks = [];
    this.#tail = Buffer.alloc(0);
    this.#endMark = Buffer.from(`\0${token}\n`);
    const ended = new Promise<void>((resolve) => {
      this.#onEnd = resolve;
    });
    const script = Buffer.concat([Buffer.from(`T=${token}; `), Buffer.from(step)]);
    await this.#channel.write(Buffer.concat([headerOf(script), script, Buffer.of(LF)]));
    if (input !== undefined && input.length > 0) await this.#channel.write(input);
    await ended;
    this.#onEnd = undefined;
    this.#running = undefined;
    if (!this.#tail.equals(this.#endMark)) return lostConnection(this.#lost ?? "the answer broke off");
    this.#answered += 1;
    return value(replyOf(Buffer.concat(this.#chunks), token));
  }

  /** Ends it where it is in the middle of a step that may be broken off; no other such step is begun. */
  interrupt(): void {
    this.#isInterrupted = true;
    if (this.#running === "step") this.end();
  }

  /** For the next piece of work. */
  renewed(): RemoteShell {
    this.#isInterrupted = false;
    return this;
  }

  /** Ends it, also in the middle of a step. What it made on the way is removed there. */
  end(): void {
    this.#lost ??= "it was ended";
    this.#channel.endInput();
    this.#channel.release();
    this.#onEnd?.();
  }

  async #watch(): Promise<void> {
    const { lost, exitCode } = await this.#channel.ended;
    this.#lost ??= lost ?? `the shell there ended (exit code ${exitCode ?? "unknown"})`;
    this.#onEnd?.();
  }

  #take(chunk: Uint8Array): void {
    this.#chunks.push(Buffer.from(chunk));
    this.#tail = Buffer.concat([this.#tail, chunk.subarray(-this.#endMark.length)]).subarray(
      -this.#endMark.length,
    );
    if (this.#tail.equals(this.#endMark)) this.#onEnd?.();
  }
}

/** Says how the script that follows is to be read: so many lines by the shell, or so many bytes by a program. */
function headerOf(script: Buffer): Buffer {
  if (script.length > READ_BY_SHELL_BYTES) return Buffer.from(`b ${script.length + 1}\n`);
  let lines = 1;
  for (const byte of script) if (byte === LF) lines += 1;
  return Buffer.from(`l ${lines}\n`);
}

function replyOf(all: Buffer, token: string): ShellReply {
  const end = all.indexOf(`${token}\0`);
  const word = all.subarray(end + token.length + 1, all.length - token.length - 2).toString();
  return { body: all.subarray(0, end), word };
}

function lostConnection(reason: string): Outcome<never> {
  return fail("backend_unavailable", reason, { hint: "try again: the connection is opened anew" });
}
