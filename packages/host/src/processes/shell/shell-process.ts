import { randomBytes } from "node:crypto";
import {
  fail,
  type Outcome,
  type ProcessesDriver,
  type Program,
  type ProgramEnd,
  type ShellProgram,
  value,
} from "@wield/core";
import { type ControlMessage, ControlReader } from "./control-messages.ts";
import { OutputBarrier } from "./output-barrier.ts";
import { quoteWord } from "./quote-word.ts";
import { BASH_SCRIPT, POSIX_SCRIPT } from "./shell-script.data.ts";

/** How long output may come later than the news of the end. */
const LATE_OUTPUT_MS = 10_000;

/** Where the state of a session's shell is kept between commands: in a folder of the place where it runs. */
export interface ShellState {
  /** Private; made by the first shell. */
  folder?: string;
  /** The file that holds the variables and functions. */
  slot: "0" | "a" | "b";
  /** Where the session is and where it was before; absolute. */
  at: { readonly folder: string; readonly previous: string };
  /** For the first shell: the whole environment. */
  env?: Readonly<Record<string, string>>;
}

export interface ShellRequest {
  readonly number: number;
  readonly command: string;
  /** Absolute. */
  readonly folder: string;
  /** Where the session is afterwards when the command may not move it. */
  readonly staysIn?: string;
  readonly lastExitCode: number;
  readonly asksIfOpen: boolean;
  /** It is known to leave the shell's variables and folder as they are. */
  readonly leavesAlone: boolean;
}

interface Died {
  readonly kind: "died";
  readonly end: ProgramEnd;
}

export type ShellAnswer = Extract<ControlMessage, { readonly kind: "open" | "nowhere" | "ended" }> | Died;

export interface ShellOptions {
  readonly driver: ProcessesDriver;
  readonly shell: ShellProgram;
  readonly mark: string;
  readonly state: ShellState;
}

/** One process that waits for commands and runs each in a copy of itself. */
export class ShellProcess {
  readonly program: Program;
  /** The shell and its parent: it has one of its own, so that a command that ends its parent does not end us. */
  #pids: readonly number[] = [];
  /** The session has functions: any word of a command may mean something else. */
  hasFunctions = false;
  readonly #barrier: OutputBarrier | undefined;
  #sink: ((chunk: Uint8Array) => void) | undefined;
  #onMessage: ((message: ControlMessage) => void) | undefined;
  #onDied: ((died: Died) => void) | undefined;
  #died: Died | undefined;

  private constructor(program: Program, mark: string) {
    this.program = program;
    this.#barrier = mark === "" ? undefined : new OutputBarrier(mark);
    const reader = new ControlReader((message) => this.#onMessage?.(message));
    program.errors.listen((chunk) => reader.push(chunk));
    // One listener for its whole life: it runs many commands.
    void this.#noteEnd();
    program.output.listen((chunk) => this.#sink?.(this.#barrier?.push(chunk) ?? chunk));
  }

  static async start(options: ShellOptions): Promise<Outcome<ShellProcess>> {
    const { driver, shell, mark, state } = options;
    const isBash = shell.dialect === "bash";
    const spawned = await driver.spawn({
      argv: [
        "/bin/sh",
        "-c",
        '"$@"; exit $?',
        "sh",
        shell.path,
        ...(isBash ? ["--norc", "--noprofile"] : []),
      ],
      folder: "/",
      env: startingEnvironment(state),
      mark,
      input: "pipe",
      output: "control",
    });
    if (!spawned.ok) return spawned;
    const barrier = spawned.value.output.drain === undefined ? randomBytes(12).toString("hex") : "";
    const process = new ShellProcess(spawned.value, barrier);
    const ready = process.#next("ready");
    await process.program.write(setUpText(options, barrier));
    const said = await ready;
    if (said.kind !== "ready") return fail("shell_failed", "the shell could not start: it ended at once");
    state.folder = said.folder;
    process.#pids = [said.pid, said.parent];
    process.hasFunctions = said.hasFunctions;
    return value(process);
  }

  /** Runs one command. */
  async run(
    request: ShellRequest,
    { state, sink }: { state: ShellState; sink(chunk: Uint8Array): void },
  ): Promise<ShellAnswer> {
    const { number, command, folder, staysIn, lastExitCode, asksIfOpen } = request;
    this.#sink = sink;
    const answer = this.#next("open", "nowhere", "ended");
    await this.program.write(
      `__wield_n=${number} __wield_slot=${state.slot} __wield_check=${asksIfOpen ? 1 : 0} __wield_last=${lastExitCode} ` +
        `__wield_alone=${request.leavesAlone ? 1 : 0} __wield_move=${staysIn === undefined ? 1 : 0} __wield_home=${quoteWord(staysIn ?? "")} ` +
        `__wield_cwd=${quoteWord(folder)} __wield_cmd=${quoteWord(command)}; eval "$__wield_go"\n`,
    );
    const said = await answer;
    await this.#takeRest(said.kind === "ended");
    this.#sink = undefined;
    if (said.kind === "ended" && (said.state === "kept" || said.state === "other"))
      state.slot = state.slot === "a" ? "b" : "a";
    return said.kind === "ready" ? { kind: "died", end: { exitCode: null } } : said;
  }

  /** All that the command wrote came before the news of its end, or comes before the mark. */
  async #takeRest(isMarked: boolean): Promise<void> {
    this.program.output.drain?.();
    if (this.#barrier === undefined) return;
    if (isMarked) await this.#barrier.reached(LATE_OUTPUT_MS);
    this.#sink?.(this.#barrier.takeHeld());
  }

  /** The processes that are the shell and no part of a command. */
  get own(): readonly number[] {
    return [this.program.identity.pid, ...this.#pids];
  }

  /** It says by itself whether something of the session runs besides it: where asking costs a program. */
  get looksForLeft(): boolean {
    return this.#barrier !== undefined;
  }

  /** Lets it end by itself. What its commands left behind can go on writing. */
  retire(): void {
    this.#sink = undefined;
    this.program.endInput();
    this.program.release();
  }

  async #noteEnd(): Promise<void> {
    this.#died = { kind: "died", end: await this.program.ended };
    this.#onDied?.(this.#died);
  }

  #next(...wanted: readonly ControlMessage["kind"][]): Promise<ControlMessage | Died> {
    return new Promise((resolve) => {
      this.#onMessage = (message) => {
        if (wanted.includes(message.kind)) resolve(message);
      };
      this.#onDied = resolve;
      if (this.#died !== undefined) resolve(this.#died);
    });
  }
}

function setUpText({ shell, state }: ShellOptions, barrier: string): string {
  const script = shell.dialect === "bash" ? BASH_SCRIPT : POSIX_SCRIPT;
  const parts = { go: script.go, body: script.body, save: script.save, read: script.read, sh: shell.path };
  return [
    "exec 9>&2 2>/dev/null",
    `cd -- ${quoteWord(state.at.previous)}; cd -- ${quoteWord(state.at.folder)}`,
    script.setUp,
    ...(state.folder === undefined
      ? firstState(state.env ?? {})
      : [`__wield_dir=${quoteWord(state.folder)}`]),
    `__wield_slot=${state.slot} __wield_mark=$WIELD_PROCESS`,
    // Before anything of ours is set: what the state holds cannot replace it.
    script.load,
    ...Object.entries(parts).map(([name, text]) => `__wield_${name}=${quoteWord(text)}`),
    // Where a look costs a program, the shell itself says whether something was left.
    `__wield_barrier=${barrier} __wield_look=${barrier === "" ? 0 : 1}`,
    script.base,
    `printf 'ready\\037%s\\037%s\\037%s\\037%s\\0' "$$" "$PPID" "$__wield_functions" "$__wield_dir" >&9`,
    "",
  ].join("\n");
}

function firstState(env: Readonly<Record<string, string>>): readonly string[] {
  const variables = Object.entries(env)
    .filter(([name]) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && name !== "WIELD_PROCESS")
    .map(([name, text]) => `export ${name}=${quoteWord(text)}\n`);
  return [
    "__wield_umask=$(umask)",
    "umask 077",
    // Named after who started it, where that is told: what is left behind is found by that.
    '__wield_o=${WIELD_PROCESS%:*} __wield_dir=$(mktemp -d "${TMPDIR:-/tmp}/wield-shell-${__wield_o##*:}.XXXXXXXX")',
    `printf '%s' ${quoteWord(variables.join(""))} >"$__wield_dir/state.0"`,
    'for __wield_i in state.a state.b state.base ended; do : >"$__wield_dir/$__wield_i"; done',
    'umask "$__wield_umask"',
  ];
}

/** For a shell that takes the rest from the state, so that what a command unset stays unset. */
export function startingEnvironment({ env = {} }: ShellState): Readonly<Record<string, string>> {
  const outer = env["WIELD_PROCESS"];
  return { PATH: env["PATH"] ?? "/usr/bin:/bin", ...(outer === undefined ? {} : { WIELD_PROCESS: outer }) };
}
