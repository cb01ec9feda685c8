import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { CommandParser, ParseShell, ShellScript } from "@wield/core";
import { unreadable } from "./unreadable.ts";

const MOST_BYTES = 100 * 1024;
/** For scripts with which the grammar goes on without looking at its own limit, in milliseconds. */
const ANSWER_LIMIT_MS = 5000;
/** Memory that the grammar took once is never given back, so a thread that read this much makes room for another one. */
const MOST_CHARS_OF_A_THREAD = 512 * 1024;

interface Thread {
  readonly worker: Worker;
  readonly ready: Promise<void>;
  readChars: number;
}

/** One for the whole process. */
let current: Thread | undefined;
let last: Promise<unknown> = Promise.resolve();

/** Lines of bash and sh, read with the tree-sitter grammar in a thread that the first line starts. */
export function createCommandParser(): CommandParser {
  return { open: () => Promise.resolve(parse) };
}

const parse: ParseShell = async (script) => {
  if (Buffer.byteLength(script) > MOST_BYTES) return unreadable(script, "it is longer than 100 KB");
  if (/[^\P{Cc}\t\n]/u.test(script)) return unreadable(script, "it holds control characters");
  const before = last;
  const answer = (async () => {
    await before;
    return readInTurn(script);
  })();
  last = answer;
  return answer;
};

async function readInTurn(script: string): Promise<ShellScript> {
  const isFresh = current === undefined;
  const first = await ask(script);
  if (first !== undefined) return first;
  // Another line may have used up what the thread had: only one that breaks a fresh one is to blame.
  return (isFresh ? undefined : await ask(script)) ?? unreadable(script, "it takes too long to read");
}

/** Nothing when the thread ended, or gave no answer in time. */
async function ask(script: string): Promise<ShellScript | undefined> {
  const thread = (current ??= startThread());
  const { worker } = thread;
  worker.ref();
  try {
    await thread.ready;
  } catch (error) {
    drop(thread);
    const why = error instanceof Error ? error.message : String(error);
    return unreadable(script, `commands cannot be read here: ${why}`);
  }
  const answer = await new Promise<ShellScript | undefined>((resolve) => {
    const settle = (script_: ShellScript | undefined): void => {
      clearTimeout(timer);
      worker.removeListener("message", settle).removeListener("error", fail).removeListener("exit", fail);
      resolve(script_);
    };
    const fail = (): void => settle(undefined);
    const timer = setTimeout(fail, ANSWER_LIMIT_MS);
    worker.once("message", settle).once("error", fail).once("exit", fail);
    worker.postMessage(script, []);
  });
  thread.readChars += script.length;
  if (answer === undefined || thread.readChars > MOST_CHARS_OF_A_THREAD) drop(thread);
  // A thread that waits keeps no process alive.
  else worker.unref();
  return answer;
}

/** It stands beside this module, as source and as bundle. */
function startThread(): Thread {
  const file = new URL(`./parse-thread${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file, { execArgv: [] });
  const ready = new Promise<void>((resolve, reject) => {
    worker.once("message", () => resolve());
    worker.once("error", reject);
    worker.once("exit", () => reject(new Error("their reader ended")));
  });
  // Somebody waits for it from the first line on; an error after that is the line's.
  ready.catch(() => undefined);
  worker.on("error", () => undefined);
  return { worker, ready, readChars: 0 };
}

function drop(thread: Thread): void {
  if (current === thread) current = undefined;
  void thread.worker.terminate();
}
