import type { Outcome } from "../contract/result.ts";

/** Tells one process from every other, also after its number was given to another one. */
export interface ProcessIdentity {
  readonly pid: number;
  /** As the kernel counts it; absent where it cannot be found out. */
  readonly startTime?: string;
  readonly bootId?: string;
}

/** Where programs run. */
export interface BackendFacts {
  readonly kind: "local" | "docker" | "ssh";
  /** For people: `local`, an image, a server's label. */
  readonly label: string;
  readonly sandbox: SandboxFacts;
}

/** What is really in force, never what was wished for. */
export interface SandboxFacts {
  readonly kind: "none" | "bubblewrap" | "container";
  readonly network: "on" | "off";
}

/** A shell of the place where programs run. */
export interface ShellProgram {
  readonly path: string;
  /** `posix` is any other shell that takes POSIX script, such as dash or ash. */
  readonly dialect: "bash" | "posix";
}

/**
 * The name of everything that one program starts. It stands in the environment of the program as
 * `PROCESS_MARK`, so that a child is found again which began a session of its own. A program may give what it starts
 * marks of its own that begin with its mark and a dot (`a1b2.7`): they belong to it.
 */
export type ProcessMark = string;

/** The environment variable that holds the mark. */
export const PROCESS_MARK = "WIELD_PROCESS";

export interface ProgramSpec {
  /** Program and arguments; never a line for a shell. */
  readonly argv: readonly [program: string, ...args: string[]];
  /** Absolute, in the place where it runs. */
  readonly folder: string;
  /** The whole environment; the driver adds the mark. */
  readonly env: Readonly<Record<string, string>>;
  readonly mark: ProcessMark;
  /** `empty`: reading gives the end at once. */
  readonly input: "pipe" | "empty";
  /**
   * `merged`: standard error goes where standard output goes, in the order written. `separate`: both are given.
   * `control`: standard output is the program's own, its standard error is a channel between it and us.
   */
  readonly output: "merged" | "separate" | "control";
  /** Folders it may change besides those that its sandbox lets all programs change; absolute. */
  readonly writable?: readonly string[];
}

/** Bytes as they come. Until `listen` is called nothing is read; while paused the writer is held up in the end. */
export interface ByteSource {
  listen(listener: (chunk: Uint8Array) => void): void;
  pause(): void;
  resume(): void;
  /**
   * Gives the listener at once whatever was written so far. Absent where that cannot be known: a writer then has to
   * say by itself how far it has come.
   */
  drain?(): void;
  /** Settles when every writer has closed it. */
  readonly closed: Promise<void>;
}

export interface ProgramEnd {
  /** Nothing when a signal ended it or when how it ended is not known. */
  readonly exitCode: number | null;
  /** Such as `SIGTERM`. */
  readonly signal?: string;
  /** Why its fate is not known: the connection or the container was lost. */
  readonly lost?: string;
}

/** A running program at the head of a process group and session of its own, without a controlling terminal. */
export interface Program {
  /** Of the place where it runs. */
  readonly identity: ProcessIdentity;
  readonly output: ByteSource;
  /** Standard error when it is separate, or the control channel; else nothing ever comes. */
  readonly errors: ByteSource;
  /** Resolves when the bytes were taken: false when the program no longer reads. */
  write(bytes: Uint8Array | string): Promise<boolean>;
  /** Closes its input. */
  endInput(): void;
  /** Settles when it has ended, whoever still holds its output. */
  readonly ended: Promise<ProgramEnd>;
  /** Drops what still comes, and no longer keeps our process alive. What it started goes on. */
  release(): void;
}

/** One process of a tree. */
export interface FoundProcess {
  readonly pid: number;
  /** Base name of the program. */
  readonly name: string;
}

export interface TreeQuery {
  readonly mark: ProcessMark;
  /**
   * Heads of the tree that are known: their groups and descendants belong to it, whatever their environment says.
   */
  readonly heads?: readonly number[];
  /** The shell that goes on: left alone, while what it has started belongs to the tree. */
  readonly spare?: readonly number[];
  /** Only processes that began after that moment (`ProcessesDriver.moment`) are looked for. */
  readonly since?: number;
  /**
   * Copies that the shell made of itself after that moment belong too, though they show the shell's own mark: a loop in
   * the background that runs no program just now.
   */
  readonly copiesSince?: number;
}

export interface TreeEnd {
  /** What was told to end. */
  readonly ended: readonly FoundProcess[];
  /** What is still there after it was killed: it waits in the kernel. */
  readonly left: readonly FoundProcess[];
}

/** A place where programs run: this machine, a container, a server. */
export interface ProcessesDriver {
  readonly facts: BackendFacts;
  /** The shell that is there: the wanted one, else bash, else sh. Fails with `shell_failed` or `backend_unavailable`. */
  findShell(wanted?: string): Promise<Outcome<ShellProgram>>;
  /** Fails with `shell_failed`, `backend_unavailable` or `sandbox_unavailable`; nothing was started then. */
  spawn(spec: ProgramSpec): Promise<Outcome<Program>>;
  /** Whether that is a folder there. */
  isFolder(path: string): Promise<boolean>;
  /** A point in time to look for later processes by; cheap. Absent where there is no such thing. */
  moment?(): number;
  /** What lives of a tree. */
  find(tree: TreeQuery): Promise<readonly FoundProcess[]>;
  /**
   * Ends a tree, also what began a session of its own or ignores being asked: TERM to all of it, KILL after `graceMs`
   * (default 2000) to what is left.
   */
  end(tree: TreeQuery, options?: { readonly graceMs?: number }): Promise<TreeEnd>;
  /** Removes a folder that a program of ours made there for its own use. */
  removeFolder(path: string): Promise<void>;
  /** Ends nothing that runs; lets go of connections and temporary files. */
  close(): Promise<void>;
}
