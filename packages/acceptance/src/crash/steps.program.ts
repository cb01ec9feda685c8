// Loaded into the command by `--import`, before anything else: counts the steps by which it changes the disk and dies
// (SIGKILL) right before the one with the number in WIELD_DIE_AT. Without that it writes the list of steps to
// WIELD_STEPS_FILE, one `NAME PATH` per line. Only steps below WIELD_STEPS_ROOT count. With WIELD_CUT a write at which
// it dies has put half of its bytes there, as the system does when it is killed between two pages.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { WIELD_CUT, WIELD_DIE_AT, WIELD_STEPS_FILE, WIELD_STEPS_ROOT } = process.env;
const root = WIELD_STEPS_ROOT ?? "/";
const dieAt = Number(WIELD_DIE_AT ?? Number.POSITIVE_INFINITY);
const steps: string[] = [];
/** Done beside the call when there is time for it: counted, it would give the other steps another number each time. */
const UNSTEADY = /^home\/(?:wield\.db|last-sweep)/;

/** What a path through a descriptor, or a descriptor itself, stands for. */
function placeOf(given: unknown): string | undefined {
  if (typeof given === "number") return readLink(`/proc/self/fd/${given}`);
  if (typeof given !== "string" && !Buffer.isBuffer(given)) return undefined;
  const path = String(given);
  const held = /^(\/proc\/self\/fd\/\d+)(\/.*)?$/s.exec(path);
  return held?.[1] === undefined ? path : `${readLink(held[1]) ?? ""}${held[2] ?? ""}`;
}

function readLink(path: string): string | undefined {
  try {
    return fs.readlinkSync(path);
  } catch {
    return undefined;
  }
}

const writeSync = fs.writeSync;

function step(name: string, given: unknown, bytes?: unknown): void {
  const place = placeOf(given);
  if (place?.startsWith(root) !== true || UNSTEADY.test(place.slice(root.length))) return;
  if (steps.length + 1 === dieAt) {
    if (WIELD_CUT !== undefined && typeof given === "number" && bytes instanceof Uint8Array)
      writeSync(given, bytes.subarray(0, bytes.length / 2));
    process.kill(process.pid, "SIGKILL");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  steps.push(`${name} ${place.slice(root.length)}`);
}

const WRITES = fs.constants.O_WRONLY | fs.constants.O_RDWR | fs.constants.O_CREAT;
const mayCreate = (flags: unknown): boolean =>
  typeof flags === "number" ? (flags & WRITES) !== 0 : typeof flags === "string" && flags !== "r";

type Callable = (...given: never[]) => unknown;

/** Puts a counting function in the place of one of Node's. The last argument counted is the place. */
function count(
  owner: object,
  name: string,
  isStep: (given: readonly unknown[]) => boolean = () => true,
): void {
  const original: unknown = Reflect.get(owner, name);
  if (typeof original !== "function") throw new Error(`there is no ${name}`);
  const call = original as Callable;
  Reflect.set(owner, name, function counted(this: unknown, ...given: unknown[]): unknown {
    if (isStep(given))
      step(name, name.startsWith("link") || name.startsWith("rename") ? given[1] : given[0], given[1]);
    return Reflect.apply(call, this, given);
  });
}

for (const name of [
  "writeSync",
  "writevSync",
  "write",
  "mkdirSync",
  "linkSync",
  "renameSync",
  "unlinkSync",
  "rmSync",
  "rmdirSync",
  "ftruncateSync",
  "fsyncSync",
  "fsync",
  "fdatasync",
  "fchmodSync",
  "writeFileSync",
  "appendFileSync",
]) {
  count(fs, name);
}
count(fs, "openSync", ([, flags]) => mayCreate(flags));
for (const name of ["mkdir", "rename", "link", "rm", "unlink", "writeFile"]) count(fs.promises, name);
count(fs.promises, "open", ([, flags]) => mayCreate(flags));
syncBuiltinESMExports();

process.on("exit", () => {
  if (WIELD_STEPS_FILE !== undefined) fs.writeFileSync(WIELD_STEPS_FILE, steps.join("\n"));
});
