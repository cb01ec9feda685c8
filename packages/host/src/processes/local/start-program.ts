import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, constants, openSync, readSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import {
  fail,
  type Outcome,
  type Program,
  type ProgramEnd,
  type ProgramSpec,
  PROCESS_MARK,
  value,
} from "@wield/core";
import { byteSource, ignore, type ReleasableSource } from "../byte-source.ts";
import { writeTo } from "../write-to.ts";
import { joinMarks, readProcess } from "./process-table.ts";

/**
 * Node connects programs by sockets, which they cannot open again as `/dev/stdout`. So a small program makes a named
 * pipe, takes it as its output, and becomes the one that was asked for.
 */
const TAKE_PIPE =
  'o=$1 m=$2; shift 2; mkfifo -m 600 -- "$o" && printf . >&2 && exec >"$o" && printf . >&2 && if [ "$m" = merged ]; then exec 2>&1; fi && exec "$@"';

const CHUNK_BYTES = 64 * 1024;
const MOST_DRAINED_BYTES = 1024 * 1024;

export interface StartPlace {
  /** A private folder for pipes, made when the first is needed. */
  readonly makeFolder: () => string;
  readonly bootId: string;
  /** The mark of all that the driver starts. */
  readonly owner: string;
}

/** Starts a program at the head of its own session. Fails with `shell_failed`. */
export async function startProgram(spec: ProgramSpec, place: StartPlace): Promise<Outcome<Program>> {
  const env = { ...spec.env, [PROCESS_MARK]: joinMarks(spec.env[PROCESS_MARK], place.owner, spec.mark) };
  const isPiped = spec.output !== "separate";
  const pipePath = isPiped ? join(place.makeFolder(), randomBytes(8).toString("hex")) : "";
  const [program, ...args] = isPiped
    ? ["/bin/sh", "-c", TAKE_PIPE, "sh", pipePath, spec.output, ...spec.argv]
    : spec.argv;
  let child: ChildProcess;
  try {
    child = spawn(program, args, {
      cwd: spec.folder,
      env,
      detached: true,
      stdio: [spec.input === "pipe" ? "pipe" : "ignore", isPiped ? "ignore" : "pipe", "pipe"],
    });
  } catch (error) {
    // Too long an environment, and the like.
    const reason = error instanceof Error ? error.message : String(error);
    return fail("shell_failed", `${spec.argv[0]} could not be started: ${reason}`);
  }
  const ended = endOf(child);
  const errors = child.stderr;
  if (errors === null || !(await hasStarted(child)))
    return fail("shell_failed", `${spec.argv[0]} could not be started: ${await reasonOf(ended)}`);
  if (!isPiped) {
    const { stdout } = child;
    if (stdout === null) return fail("shell_failed", `${spec.argv[0]} has no output`);
    return value(programOf(child, { place, ended, output: byteSource(stdout), errors: byteSource(errors) }));
  }
  const pipe = await openPipe(errors, pipePath);
  if (!pipe.ok)
    return fail("shell_failed", `the shell could not start: ${pipe.message || (await reasonOf(ended))}`);
  return value(programOf(child, { place, ended, output: pipe.value, errors: byteSource(errors) }));
}

/** Takes the other end of the pipe. Until the program has its own, ours stands for it: nobody sees an end. */
async function openPipe(errors: Readable, path: string): Promise<Outcome<ReleasableSource>> {
  let keeper: number | undefined;
  try {
    const isMade = await firstBytes(errors);
    if (isMade !== ".") return fail("shell_failed", isMade.trim());
    keeper = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    const source = pipeSource(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
    const isTaken = await firstBytes(errors);
    if (isTaken === ".") return value(source);
    source.release();
    return fail("shell_failed", isTaken.trim());
  } catch (error) {
    return fail("shell_failed", error instanceof Error ? error.message : String(error));
  } finally {
    if (keeper !== undefined) closeSync(keeper);
    rmSync(path, { force: true });
  }
}

interface Parts {
  readonly place: StartPlace;
  readonly ended: Promise<ProgramEnd>;
  readonly output: ReleasableSource;
  readonly errors: ReleasableSource;
}

function programOf(child: ChildProcess, { place, ended, output, errors }: Parts): Program {
  const pid = child.pid ?? 0;
  const startTime = readProcess(pid)?.startTime;
  const input = child.stdin;
  // A program that ends while it is written to is no fault; `write` tells.
  input?.on("error", () => undefined);
  return {
    identity: { pid, bootId: place.bootId, ...(startTime === undefined ? {} : { startTime }) },
    output,
    errors,
    ended,
    write: (bytes) => (input === null ? Promise.resolve(false) : writeTo(input, bytes)),
    endInput: () => void input?.end(),
    release: () => {
      output.release();
      errors.release();
      input?.destroy();
      child.unref();
    },
  };
}

/** Reads into one buffer again and again: who listens copies what is to stay. */
function pipeSource(descriptor: number): ReleasableSource {
  let listener: (chunk: Uint8Array) => void = ignore;
  let isClosed = false;
  const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  const socket = new Socket({
    fd: descriptor,
    readable: true,
    writable: false,
    onread: {
      buffer,
      callback: (count, bytes) => {
        listener(bytes.subarray(0, count));
        return true;
      },
    },
  }).pause();
  const closed = new Promise<void>((resolve) => {
    const close = (): void => {
      isClosed = true;
      resolve();
    };
    socket.on("end", close).on("close", close).on("error", close);
  });
  return {
    closed,
    listen: (given) => {
      listener = given;
      socket.resume();
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    drain: () => {
      // A descriptor that is closed may be another's by now.
      if (isClosed) return;
      for (let taken = 0; taken < MOST_DRAINED_BYTES;) {
        const count = readNow(descriptor, buffer);
        if (count === 0) return;
        taken += count;
        listener(buffer.subarray(0, count));
      }
    },
    release: () => {
      listener = ignore;
      socket.resume().unref();
    },
  };
}

/** Nothing when there is nothing now, or when everybody has closed it: the stream learns of that by itself. */
function readNow(fd: number, chunk: Uint8Array): number {
  try {
    return readSync(fd, chunk);
  } catch {
    return 0;
  }
}

function hasStarted(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.once("spawn", () => resolve(true));
    child.once("error", () => resolve(false));
  });
}

function endOf(child: ChildProcess): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    child.once("exit", (exitCode, signal) => resolve({ exitCode, ...(signal === null ? {} : { signal }) }));
    child.once("error", (error) => resolve({ exitCode: null, lost: error.message }));
  });
}

async function reasonOf(ended: Promise<ProgramEnd>): Promise<string> {
  const { exitCode, signal, lost } = await ended;
  return (
    lost ??
    (signal === undefined ? `it ended at once with exit code ${exitCode}` : `it was ended by ${signal}`)
  );
}

/** The dot of a step, or what came in its place; empty when it is closed before. */
function firstBytes(stream: Readable): Promise<string> {
  return new Promise((resolve) => {
    const settle = (text: string): void => {
      stream.off("data", onData).off("end", onEnd).off("close", onEnd);
      stream.pause();
      resolve(text);
    };
    const onData = (chunk: Buffer): void => {
      const [first, rest] = [chunk.toString("utf8", 0, 1), chunk.subarray(1)];
      settle(first === "." ? first : chunk.toString("utf8"));
      // What came with it is the next step's, or already the program's own.
      if (first === "." && rest.length > 0) stream.unshift(rest);
    };
    const onEnd = (): void => settle("");
    stream.on("data", onData).on("end", onEnd).on("close", onEnd);
    stream.resume();
  });
}
