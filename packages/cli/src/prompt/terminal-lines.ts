import { clearScreenDown, createInterface, cursorTo, moveCursor } from "node:readline";
import type { Interface } from "node:readline";
import { END_OF_INPUT } from "../approvals/read-answer-on-terminal.ts";
import type { Io } from "../terminal/io.ts";

export type LineEvent =
  /** One line, or the lines of one paste. */
  | { readonly kind: "lines"; readonly lines: readonly string[] }
  /** Ctrl-D, or the terminal is gone. */
  | { readonly kind: "end" };

export interface TerminalLinesOptions {
  readonly io: Io;
  /** Candidates for the end of the line, and the word they stand for. */
  readonly complete: (line: string) => [string[], string];
  /** Ctrl-C; `hadText` when there was a line to clear, which is done then. */
  readonly onInterrupt: (hadText: boolean) => void;
}

const PASTE_ON = "\u001b[?2004h";
const PASTE_OFF = "\u001b[?2004l";

/**
 * The lines a person types at a terminal, and the way to write above the line they are typing. Lines that come
 * while nobody waits are kept; but an answer is only what is typed after its question was shown.
 */
export class TerminalLines {
  readonly #io: Io;
  readonly #lines: Interface;
  readonly #queue: LineEvent[] = [];
  readonly #onExit = (): void => this.#restore();
  #group: string[] = [];
  #isPasting = false;
  /** The group that comes next began before the question that is open. */
  #isGroupAhead = false;
  #isPrompting = false;
  /** What stood in the line when a question took its place. */
  #typed = "";
  #hasStatus = false;
  #take: ((event: LineEvent) => void) | undefined;

  constructor({ io, complete, onInterrupt }: TerminalLinesOptions) {
    this.#io = io;
    this.#lines = createInterface({
      input: io.stdin,
      output: io.stdout,
      terminal: true,
      prompt: "",
      historySize: 1000,
      removeHistoryDuplicates: true,
      // In pasted text a tab is a character.
      completer: (line: string) => (this.#isPasting ? [["\t"], ""] : complete(line)),
    });
    io.stdout.write(PASTE_ON);
    process.once("exit", this.#onExit);
    this.#lines.on("line", (line) => this.#arrived(line));
    this.#lines.on("close", () => this.#deliver({ kind: "end" }));
    this.#lines.on("SIGINT", () => {
      const hadText = this.#isPrompting && this.#lines.line !== "";
      if (hadText) this.#clearText();
      onInterrupt(hadText);
    });
    io.stdin.on("keypress", this.#onKey);
  }

  /** The next line or paste; what was typed ahead comes first. */
  async next(prompt: string): Promise<LineEvent> {
    const ahead = this.#queue.shift();
    if (ahead !== undefined) {
      if (ahead.kind === "lines") this.write(ahead.lines.map((line) => `${prompt}${line}\n`).join(""));
      return ahead;
    }
    this.#show(prompt);
    if (this.#typed !== "") this.#lines.write(this.#typed);
    this.#typed = "";
    return this.#arrival();
  }

  /** An answer typed from now on; nothing when the signal is aborted. An input that ends is a refusal. */
  async answer(prompt: string, signal: AbortSignal): Promise<string | undefined> {
    if (signal.aborted) return undefined;
    if (this.#queue.some(({ kind }) => kind === "end")) return END_OF_INPUT;
    this.#isGroupAhead = this.#isPasting || this.#group.length > 0;
    const typed = this.#typed + this.#lines.line;
    this.#clearText();
    this.#show(prompt);
    const aborted = Promise.withResolvers<undefined>();
    const onAbort = (): void => aborted.resolve(undefined);
    signal.addEventListener("abort", onAbort, { once: true });
    const event = await Promise.race([this.#arrival(), aborted.promise]);
    signal.removeEventListener("abort", onAbort);
    this.#take = undefined;
    if (event === undefined) this.#leavePrompt();
    this.#typed = typed;
    if (event?.kind !== "end") return event?.lines.join("\n");
    this.#queue.push(event);
    return END_OF_INPUT;
  }

  /** Writes above the line that is being typed. */
  write(text: string): void {
    const { stdout } = this.#io;
    this.#clearStatus();
    if (this.#isPrompting) {
      const { rows } = this.#lines.getCursorPos();
      if (rows > 0) moveCursor(stdout, 0, -rows);
      cursorTo(stdout, 0);
      clearScreenDown(stdout);
    }
    stdout.write(text);
    if (this.#isPrompting) this.#lines.prompt(true);
  }

  /** A line that the next thing written takes the place of. */
  status(text: string): void {
    if (this.#isPrompting) return;
    this.#clearStatus();
    this.#io.stdout.write(text);
    this.#hasStatus = true;
  }

  close(): void {
    this.#io.stdin.off("keypress", this.#onKey);
    this.#lines.close();
    process.off("exit", this.#onExit);
    this.#restore();
  }

  readonly #onKey = (_text: string | undefined, key: { readonly name?: string } | undefined): void => {
    if (key?.name === "paste-start") this.#isPasting = true;
    if (key?.name !== "paste-end" || !this.#isPasting) return;
    this.#isPasting = false;
    this.#endGroup();
  };

  #arrived(line: string): void {
    this.#group.push(line);
    if (this.#isPasting || this.#group.length > 1) return;
    // A terminal without marks around a paste sends its lines at once.
    setImmediate(() => {
      if (!this.#isPasting) this.#endGroup();
    });
  }

  #endGroup(): void {
    if (this.#group.length === 0) return;
    const lines = this.#group;
    this.#group = [];
    if (this.#isGroupAhead) this.#queue.push({ kind: "lines", lines });
    else this.#deliver({ kind: "lines", lines });
    this.#isGroupAhead = false;
  }

  #deliver(event: LineEvent): void {
    this.#isPrompting = false;
    const take = this.#take;
    this.#take = undefined;
    if (take === undefined) this.#queue.push(event);
    else take(event);
  }

  #arrival(): Promise<LineEvent> {
    return new Promise((resolve) => {
      this.#take = resolve;
    });
  }

  #show(prompt: string): void {
    this.#clearStatus();
    this.#isPrompting = true;
    this.#lines.setPrompt(prompt);
    this.#lines.prompt(true);
  }

  #leavePrompt(): void {
    this.#isPrompting = false;
    this.#io.stdout.write("\n");
  }

  #clearText(): void {
    if (this.#lines.line === "") return;
    this.#lines.write(null, { ctrl: true, name: "e" });
    this.#lines.write(null, { ctrl: true, name: "u" });
  }

  #clearStatus(): void {
    if (!this.#hasStatus) return;
    this.#hasStatus = false;
    cursorTo(this.#io.stdout, 0);
    clearScreenDown(this.#io.stdout);
  }

  #restore(): void {
    this.#io.stdout.write(PASTE_OFF);
  }
}
