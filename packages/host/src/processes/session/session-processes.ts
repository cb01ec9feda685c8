import { type BackgroundProcess, type Clock, type Outcome, type ProcessesDriver, value } from "@wield/core";
import { BackgroundList } from "../background/background-list.ts";
import { RunningProcess } from "../background/background-process.ts";
import { quoteWord } from "../shell/quote-word.ts";
import { type CommandOptions, type EndedCommand, SessionShell } from "../shell/session-shell.ts";
import { startingEnvironment } from "../shell/shell-process.ts";
import { BASH_SCRIPT, notEntered } from "../shell/shell-script.data.ts";

export interface SessionProcessesOptions {
  readonly driver: ProcessesDriver;
  readonly clock: Clock;
  /** Unique among all sessions; marks everything this one starts. Letters and digits only. */
  readonly mark: string;
  /** Absolute: the workspace's root. */
  readonly home: string;
  /** Where its shell starts, when that is elsewhere: the folder of the session it was made from. */
  readonly startsIn?: string;
  /** The whole environment of its commands; asked for once. */
  readonly readEnv: () => Promise<Readonly<Record<string, string>>>;
  readonly wantedShell?: string;
  readonly idleMs: number;
  readonly makeId: () => string;
  /** What the first result of the session has to say of where commands run; asked for once, by then. */
  readonly firstNote?: () => string | undefined;
  /** Told when a background command has ended. */
  readonly onProcessEnded?: (process: BackgroundProcess) => void;
}

/** What one session runs: its shell, and its commands in the background. */
export class SessionProcesses {
  readonly #options: SessionProcessesOptions;
  readonly #shell: SessionShell;
  readonly background: BackgroundList;
  #isClosed = false;
  #hasToldFirst = false;

  constructor(options: SessionProcessesOptions) {
    this.#options = options;
    this.#shell = new SessionShell(options);
    this.background = new BackgroundList(options.clock);
  }

  /** Where the next command runs; absolute. */
  get folder(): string {
    return this.#shell.folder;
  }

  /** The workspace's root, as the place of its commands calls it. */
  get home(): string {
    return this.#options.home;
  }

  get driver(): ProcessesDriver {
    return this.#options.driver;
  }

  /** What reads commands; found on first use. */
  async shellName(): Promise<string> {
    const shell = await this.#shell.shell();
    return shell.ok ? shell.value.path : "none";
  }

  /** What goes with the first result, and with no other. */
  takeFirstNotes(): readonly string[] {
    if (this.#hasToldFirst) return [];
    this.#hasToldFirst = true;
    const note = this.#options.firstNote?.();
    return note === undefined ? [] : [note];
  }

  run(options: CommandOptions): Promise<Outcome<EndedCommand>> {
    return this.#shell.run(options);
  }

  /** Starts a command with the shell's folder and variables. */
  async start(start: {
    readonly command: string;
    readonly folder?: string;
    readonly timeoutMs?: number;
  }): Promise<Outcome<RunningProcess>> {
    const full = this.background.room();
    if (full !== undefined) return full;
    const prepared = await this.#shell.prepare(start.folder);
    if (!prepared.ok) return prepared;
    const { driver, clock, mark, makeId, onProcessEnded } = this.#options;
    const { shell, folder, state } = prepared.value;
    const id = makeId();
    const ownMark = `${mark}.${id}`;
    const isBash = shell.dialect === "bash";
    const script = isBash ? LOAD_AND_RUN_BASH : LOAD_AND_RUN_POSIX;
    const spawned = await driver.spawn({
      argv: [
        "/bin/sh",
        "-c",
        '"$@"; exit $?',
        "sh",
        shell.path,
        ...(isBash ? ["--norc", "--noprofile"] : []),
        "-c",
        `__wield_dir=${quoteWord(state.folder ?? "")} __wield_slot=${state.slot} __wield_at=${quoteWord(folder)}\n${script}`,
        isBash ? "bash" : "sh",
        `${start.command}\n`,
      ],
      folder: "/",
      env: startingEnvironment(state),
      mark: ownMark,
      input: "pipe",
      output: "merged",
    });
    if (!spawned.ok) return spawned;
    const running: RunningProcess = new RunningProcess({
      id,
      command: start.command,
      folder,
      mark: ownMark,
      program: spawned.value,
      driver,
      clock,
      ...(start.timeoutMs === undefined ? {} : { timeoutMs: start.timeoutMs }),
      onEnded: () => {
        if (!this.#isClosed) onProcessEnded?.(running.facts());
      },
    });
    this.background.add(id, running);
    return value(running);
  }

  /** Ends everything the session runs and left behind. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const { driver, mark } = this.#options;
    const folder = this.#shell.close();
    await Promise.all(this.background.running().map((process) => process.kill()));
    await driver.end({ mark });
    if (folder !== undefined) await driver.removeFolder(folder);
  }
}

const LOAD_AND_RUN_BASH = `${BASH_SCRIPT.load}
unset -v __wield_dir __wield_slot
builtin cd -- "$__wield_at" >/dev/null 2>&1 || { ${notEntered("builtin ", "$__wield_at")}; }
unset -v __wield_at
__wield_cmd=$1; set --
builtin eval "$__wield_cmd"`;

const LOAD_AND_RUN_POSIX = `{ test -r "$__wield_dir/state.$__wield_slot" && . "$__wield_dir/state.$__wield_slot"; } >/dev/null 2>&1
cd -- "$__wield_at" >/dev/null 2>&1 || { ${notEntered("", "$__wield_at")}; }
unset -v __wield_dir __wield_slot __wield_at
__wield_cmd=$1; set --
eval "$__wield_cmd"`;
