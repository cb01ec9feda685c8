import {
  type CommandEnd,
  fail,
  type FoundProcess,
  type Outcome,
  type ProcessesDriver,
  type ShellProgram,
  type TreeQuery,
  value,
} from "@wield/core";
import { CommandOutput } from "../output/command-output.ts";
import type { SpillFile } from "../output/spill-file.ts";
import { describeOpen } from "./describe-open.ts";
import { leavesShellAlone } from "./leaves-shell-alone.ts";
import { mightBeOpen } from "./might-be-open.ts";
import { type ShellAnswer, ShellProcess, type ShellState } from "./shell-process.ts";
import { signalOfExitCode } from "./signal-of-exit-code.ts";

/** A copy of the shell becomes the program it is to run in less. */
const SETTLING_MS = 20;

/** How long a shell may take to tell of an end that was forced, before it is replaced. */
const LATE_END_MS = 2200;

export interface SessionShellOptions {
  readonly driver: ProcessesDriver;
  /** Marks everything the session starts. */
  readonly mark: string;
  /** Absolute; where the session begins, and where it goes when its folder is gone. */
  readonly home: string;
  /** Where it begins, when that is elsewhere. */
  readonly startsIn?: string;
  /** The whole environment of its commands; asked for once, when the first shell starts. */
  readonly readEnv: () => Promise<Readonly<Record<string, string>>>;
  readonly wantedShell?: string;
  /** An unused shell is ended after so long. */
  readonly idleMs: number;
}

export interface CommandOptions {
  readonly command: string;
  /** Absolute; for this one command only. */
  readonly folder?: string;
  readonly signal: AbortSignal;
  readonly onNewest?: (text: string) => void;
}

/** How a command ended. What its output does not hold may be on disk; who gets it closes it. */
export interface EndedCommand extends CommandEnd {
  readonly spill?: SpillFile;
}

export interface PreparedStart {
  readonly shell: ShellProgram;
  /** Absolute. */
  readonly folder: string;
  readonly state: ShellState;
}

/** The shell of one session: one command after the other, each where the one before left it. */
export class SessionShell {
  readonly #options: SessionShellOptions;
  readonly #state: ShellState;
  #shell: ShellProgram | undefined;
  #process: ShellProcess | undefined;
  #count = 0;
  #lastExitCode = 0;
  #last: Promise<unknown> = Promise.resolve();
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Told with the next result. */
  #notes: string[] = [];

  constructor(options: SessionShellOptions) {
    this.#options = options;
    const folder = options.startsIn ?? options.home;
    this.#state = { slot: "0", at: { folder, previous: folder } };
  }

  /** Where the next command runs; absolute. */
  get folder(): string {
    return this.#state.at.folder;
  }

  #moveTo(folder: string): void {
    const { at } = this.#state;
    if (folder !== at.folder) this.#state.at = { folder, previous: at.folder };
  }

  /** The state of variables and functions, for programs that start with it. */
  get state(): ShellState {
    return this.#state;
  }

  /** The shell in use; found on first use. */
  async shell(): Promise<Outcome<ShellProgram>> {
    if (this.#shell !== undefined) return value(this.#shell);
    const found = await this.#options.driver.findShell(this.#options.wantedShell);
    if (found.ok) this.#shell = found.value;
    return found;
  }

  run(options: CommandOptions): Promise<Outcome<EndedCommand>> {
    return this.#inTurn(() => this.#run(options));
  }

  /** What another program needs to start where the shell is, with its variables. Fails with `no_such_directory`. */
  prepare(folder?: string): Promise<Outcome<PreparedStart>> {
    return this.#inTurn(async () => {
      const at = await this.#place(folder, this.#notes);
      if (!at.ok) return at;
      // The state is where the first shell put it.
      if (this.#state.folder === undefined) {
        const ready = await this.#ready();
        if (!ready.ok) return ready;
      }
      const shell = await this.shell();
      if (!shell.ok) return shell;
      return value({ shell: shell.value, folder: at.value, state: { ...this.#state } });
    });
  }

  /** Ends the shell. What its commands left behind is the session's to end. Gives the folder that held its state. */
  close(): string | undefined {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    this.#process?.retire();
    this.#process = undefined;
    return this.#state.folder;
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(work, work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #run(options: CommandOptions): Promise<Outcome<EndedCommand>> {
    clearTimeout(this.#idleTimer);
    const notes: string[] = [];
    const folder = await this.#place(options.folder, notes);
    if (!folder.ok) return folder;
    const shell = await this.#ready();
    if (!shell.ok) return shell;
    notes.unshift(...this.#notes.splice(0));
    const { driver, mark } = this.#options;
    this.#count += 1;
    const run: RunningCommand = {
      options,
      shell: shell.value,
      number: this.#count,
      folder: folder.value,
      notes,
      since: driver.moment?.(),
      startedAt: performance.now(),
      output: new CommandOutput(options.onNewest),
      mark: `${mark}.${this.#count}`,
    };
    const answer = await this.#untilEnd(run);
    const end =
      answer.kind === "nowhere" ? await this.#runElsewhere(run) : value(await this.#finish(run, answer));
    this.#waitIdle();
    return end;
  }

  /** The driver finds the folder, but the shell cannot enter it: it may have no right to, or be in a sandbox. */
  async #runElsewhere({ options, folder, notes, output }: RunningCommand): Promise<Outcome<EndedCommand>> {
    output.end();
    const { home } = this.#options;
    this.#notes.push(...notes);
    if (options.folder !== undefined || folder === home)
      return fail("no_such_directory", `workdir ${folder} cannot be entered`, {
        hint: "look at its rights and at the sandbox, or give another folder.",
      });
    this.#notes.push(`the folder ${folder} cannot be entered; the command ran in ${home}`);
    this.#moveTo(home);
    return this.#run(options);
  }

  /** So that the next command need not wait for it. */
  #startNext(): void {
    setImmediate(() => {
      if (!this.#isClosed) void this.#inTurn(async () => (this.#isClosed ? undefined : this.#ready()));
    });
  }

  /** Where it runs. A folder that was asked for must be there; the session's own may be gone. */
  async #place(wanted: string | undefined, notes: string[]): Promise<Outcome<string>> {
    const { driver, home } = this.#options;
    if (wanted !== undefined) {
      if (await driver.isFolder(wanted)) return value(wanted);
      return fail("no_such_directory", `workdir ${wanted} does not exist`, {
        hint: `the nearest folder that exists is ${await nearestFolder(driver, wanted)}.`,
      });
    }
    if (await driver.isFolder(this.folder)) return value(this.folder);
    notes.push(`the folder ${this.folder} is gone; the command ran in ${home}`);
    this.#moveTo(home);
    return value(home);
  }

  async #ready(): Promise<Outcome<ShellProcess>> {
    if (this.#process !== undefined) return value(this.#process);
    if (this.#isClosed) return fail("shell_failed", "the shell could not start: the session has ended");
    const shell = await this.shell();
    if (!shell.ok) return shell;
    const { driver, mark, readEnv } = this.#options;
    this.#state.env ??= await readEnv();
    const started = await ShellProcess.start({ driver, shell: shell.value, mark, state: this.#state });
    if (!started.ok) return started;
    const process = started.value;
    if (this.#isClosed) {
      process.retire();
      return fail("shell_failed", "the shell could not start: the session has ended");
    }
    this.#process = process;
    void this.#forgetAtEnd(process);
    return started;
  }

  async #forgetAtEnd(process: ShellProcess): Promise<void> {
    const { lost } = await process.program.ended;
    if (this.#process === process) this.#process = undefined;
    if (lost !== undefined)
      this.#notes.push("the shell was lost with its connection; a new one has the same folder and variables");
  }

  /** Ends the command when it is told to stop, and the shell too when it does not tell of that end. */
  async #untilEnd(run: RunningCommand): Promise<ShellAnswer> {
    const { options, shell, number, folder, output } = run;
    const { signal } = options;
    const answer = shell.run(
      {
        number,
        command: `${options.command}\n`,
        folder,
        ...(options.folder === undefined ? {} : { staysIn: this.folder }),
        lastExitCode: this.#lastExitCode,
        asksIfOpen: mightBeOpen(options.command),
        leavesAlone: !shell.hasFunctions && leavesShellAlone(options.command),
      },
      {
        state: this.#state,
        sink: (chunk) => output.push(chunk),
      },
    );
    let stopListening = (): void => undefined;
    const stopped = new Promise<"stopped">((resolve) => {
      const stop = (): void => resolve("stopped");
      if (signal.aborted) stop();
      else {
        signal.addEventListener("abort", stop, { once: true });
        stopListening = () => signal.removeEventListener("abort", stop);
      }
    });
    const first = await Promise.race([answer, stopped]);
    stopListening();
    if (first !== "stopped") return first;
    await this.#endTree(run);
    const late = await within(answer, LATE_END_MS);
    if (late !== undefined) return late;
    await this.#options.driver.end({ mark: this.#options.mark, heads: [shell.program.identity.pid] });
    return answer;
  }

  #endTree(run: RunningCommand): Promise<unknown> {
    return this.#options.driver.end(this.#treeOf(run));
  }

  #treeOf({ mark, shell, since }: RunningCommand): TreeQuery {
    return { mark, spare: shell.own, ...(since === undefined ? {} : { copiesSince: since }) };
  }

  async #finish(
    run: RunningCommand,
    answer: Exclude<ShellAnswer, { readonly kind: "nowhere" }>,
  ): Promise<EndedCommand> {
    const { options, notes, folder, startedAt } = run;
    const isStopped = options.signal.aborted;
    const durationMs = performance.now() - startedAt;
    const facts = { durationMs, folder, notes, exitCode: null, leftChildren: [], isStored: false };
    if (answer.kind === "open") {
      run.output.end();
      return { ...facts, how: "unfinished", reason: describeOpen(answer.said), output: "", missingBytes: 0 };
    }
    const isDead = answer.kind === "died";
    if (isDead) {
      this.#process = undefined;
      run.shell.retire();
      await this.#endTree(run);
    } else if (answer.kept !== undefined && options.folder === undefined) this.#moveTo(answer.folder);
    const left = isDead || isStopped ? [] : await this.#leftOf(run, answer);
    // What is left may still write, which is no output of the next command; another state needs another shell.
    const isSpent = left.length > 0 || (answer.kind === "ended" && answer.state === "other");
    if (isSpent && !isDead) {
      run.shell.retire();
      this.#process = undefined;
      this.#startNext();
    }
    const { text, missingBytes, hasReplaced, spill } = run.output.end();
    if (hasReplaced) notes.push("bytes that are no UTF-8 are shown as \ufffd");
    const shown = {
      ...facts,
      output: text,
      missingBytes,
      leftChildren: left,
      ...(spill === undefined ? {} : { spill }),
    };
    if (isStopped) return { ...shown, how: isTimeOut(options.signal) ? "timed_out" : "cancelled" };
    if (answer.kind === "died" && answer.end.lost !== undefined)
      return { ...shown, how: "lost", reason: answer.end.lost };
    if (isDead || answer.kept !== "end")
      notes.push("the shell ended; a new one has the same folder and variables");
    const exitCode = answer.kind === "ended" ? answer.exitCode : exitCodeOf(answer.end);
    this.#lastExitCode = exitCode;
    const signal = signalOfExitCode(exitCode);
    return { ...shown, how: "exited", exitCode, ...(signal === undefined ? {} : { signal }) };
  }

  async #leftOf(
    run: RunningCommand,
    answer: Extract<ShellAnswer, { readonly kind: "ended" }>,
  ): Promise<readonly FoundProcess[]> {
    const { since } = run;
    // A shell that looks for itself knows; other shells than bash give their copies no group of their own and know nothing.
    const mayKnow = run.shell.looksForLeft || this.#shell?.dialect === "bash";
    if (since === undefined && mayKnow && !answer.hasLeft) return [];
    const isLooked = answer.hasLeft || since === undefined ? {} : { since };
    // Where there are no moments, numbers above that of the command's own copy are later ones.
    const query = { copiesSince: answer.pid, ...this.#treeOf(run), heads: [answer.pid], ...isLooked };
    const left = await this.#options.driver.find(query);
    const shellName = this.#shell?.path.split("/").at(-1);
    if (!left.some(({ name }) => name === shellName)) return left;
    // It may be about to become another program, or to end.
    await new Promise((resolve) => setTimeout(resolve, SETTLING_MS));
    return this.#options.driver.find(query);
  }

  #waitIdle(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => {
      if (this.#process === undefined) return;
      this.#process.retire();
      this.#process = undefined;
      this.#notes = [
        "the shell was not used for a while and was ended; a new one has the same folder and variables",
      ];
    }, this.#options.idleMs).unref();
  }
}

interface RunningCommand {
  readonly options: CommandOptions;
  readonly shell: ShellProcess;
  readonly number: number;
  readonly folder: string;
  readonly notes: string[];
  readonly since: number | undefined;
  readonly startedAt: number;
  readonly output: CommandOutput;
  readonly mark: string;
}

function isTimeOut({ reason }: AbortSignal): boolean {
  return reason instanceof Error && reason.name === "TimeoutError";
}

function exitCodeOf({ exitCode, signal }: { exitCode: number | null; signal?: string }): number {
  return exitCode ?? (signal === "SIGKILL" || signal === undefined ? 137 : 143);
}

async function nearestFolder(driver: ProcessesDriver, wanted: string): Promise<string> {
  let folder = wanted;
  while (folder !== "/" && folder !== "" && !(await driver.isFolder(folder)))
    folder = folder.slice(0, folder.lastIndexOf("/")) || "/";
  return folder;
}

/** Nothing when it takes longer. */
async function within<Result>(work: Promise<Result>, limitMs: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
