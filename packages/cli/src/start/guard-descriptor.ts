import childProcess from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const STDOUT = 1;
const STDERR = 2;

/** Those that write to a descriptor, which is their first argument. */
const WRITERS = ["write", "writeSync", "writev", "writevSync", "writeFileSync", "appendFileSync"];
/** Those that start a program and take `stdio`. */
const STARTERS = ["spawn", "spawnSync", "execFileSync", "execSync", "fork"];

/**
 * Turns what tool files write to descriptor 1, and what programs they start inherit as it, to standard error: for a
 * command whose standard output is a protocol. Counts for this process from now on; its own streams are not touched.
 */
export function guardDescriptor(): void {
  for (const name of WRITERS) {
    replace(fs, name, ([first, ...rest]) => [first === STDOUT ? STDERR : first, ...rest]);
  }
  for (const name of STARTERS) replace(childProcess, name, (given) => withoutStdout(given, name === "fork"));
  syncBuiltinESMExports();
}

type Callable = (...given: unknown[]) => unknown;

function replace(
  owner: object,
  name: string,
  change: (given: readonly unknown[]) => readonly unknown[],
): void {
  const original: unknown = Reflect.get(owner, name);
  if (typeof original !== "function") return;
  const guarded = function guarded(this: unknown, ...given: unknown[]): unknown {
    return Reflect.apply(original as Callable, this, change(given));
  };
  // What hangs on the function, such as the form for `promisify`, stays.
  Reflect.set(owner, name, Object.defineProperties(guarded, Object.getOwnPropertyDescriptors(original)));
}

function withoutStdout(given: readonly unknown[], isFork: boolean): readonly unknown[] {
  const at = given.findLastIndex((each) => typeof each === "object" && each !== null && !Array.isArray(each));
  const options = at < 0 ? {} : (given[at] as Readonly<Record<string, unknown>>);
  const asked = options["stdio"] ?? (isFork && options["silent"] !== true ? "inherit" : undefined);
  if (asked === undefined) return given;
  const changed = { ...options, stdio: turned(asked, isFork) };
  return at < 0 ? [...given, changed] : given.with(at, changed);
}

function turned(stdio: unknown, isFork: boolean): unknown {
  if (stdio === "inherit") return ["inherit", STDERR, "inherit", ...(isFork ? ["ipc"] : [])];
  if (!Array.isArray(stdio)) return stdio;
  return stdio.map((each: unknown, index) =>
    each === STDOUT || (each === "inherit" && index === STDOUT) ? STDERR : each,
  );
}
