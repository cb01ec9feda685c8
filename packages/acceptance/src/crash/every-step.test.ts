// Prevents: one instant in the life of a changing call at which a kill leaves a file that is neither old nor new, a
// change that no record tells of, or something lying about that nobody removes. Each step by which the command
// changes the disk is one such instant, and the command dies before each of them once.
import { linkSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCommand, type BuiltCommand } from "../command/built-command.ts";
import { makePlaces, type Places } from "../command/places.ts";
import type { Ended } from "../command/wield.ts";
import { hashOfFile, temporaryFiles } from "./disk.ts";
import { readJournalFiles, type RawCall } from "./journal-file.ts";

const STEPS = join(import.meta.dirname, "steps.program.ts");
/** More than is written at once: the parts go through other functions then. */
const LARGE = `${"x".repeat(99)}\n`.repeat(6000);
/** Longer, and another in each of its lines: what is between the two is neither. */
const LARGER = `${"y".repeat(99)}\n`.repeat(7000);

let built: BuiltCommand;

beforeAll(() => {
  built = buildCommand();
});

afterAll(() => built[Symbol.dispose]());

interface Change {
  readonly args: readonly string[];
  readonly path: string;
  readonly before?: string;
  readonly after: string;
  /** What the command does first, with the file of `path` not there. */
  readonly first?: readonly string[];
}

const write = (path: string, content: string): readonly string[] => [
  "call",
  "write_file",
  JSON.stringify({ path, content }),
];

const CHANGES: readonly (readonly [name: string, change: Change])[] = [
  ["a new file in new folders", { args: write("n/m/a.txt", "new\n"), path: "n/m/a.txt", after: "new\n" }],
  ["an overwrite", { args: write("a.txt", "longer\n"), path: "a.txt", before: "old\n", after: "longer\n" }],
  [
    "a large overwrite",
    {
      args: ["call", "write_file", "path=a.txt", "content=@large"],
      path: "a.txt",
      before: LARGE,
      after: LARGER,
    },
  ],
  [
    "an append",
    {
      args: ["call", "write_file", '{"path":"a.txt","content":"new\\n","append":true}'],
      path: "a.txt",
      before: "old\n",
      after: "old\nnew\n",
    },
  ],
  [
    "an edit",
    {
      args: ["call", "edit_file", "path=a.txt", "old_string=old", "new_string=new"],
      path: "a.txt",
      before: "old\n",
      after: "new\n",
    },
  ],
  [
    "an undo",
    {
      first: ["call", "edit_file", "path=a.txt", "old_string=old", "new_string=new"],
      args: ["undo", "--yes"],
      path: "a.txt",
      before: "new\n",
      after: "old\n",
    },
  ],
];

async function prepare(places: Places, { path, before, after, first }: Change): Promise<void> {
  if (before !== undefined) places.write(`work/${path}`, first === undefined ? before : after);
  places.write("work/large", after);
  if (first === undefined) return;
  expect(await places.run(first, { main: built.main })).toMatchObject({ code: 0 });
  expect(readFileSync(join(places.workspace, path), "utf8")).toBe(before);
}

function runWithSteps(
  places: Places,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  return places.run(args, {
    main: built.main,
    nodeFlags: ["--import", STEPS],
    env: { WIELD_STEPS_ROOT: `${places.root}/`, ...env },
  });
}

/** The steps of a run that is left alone. */
async function stepsOf(places: Places, args: readonly string[]): Promise<readonly string[]> {
  const list = join(places.root, "steps");
  const { code, err } = await runWithSteps(places, args, { WIELD_STEPS_FILE: list });
  expect({ code, err }).toMatchObject({ code: 0 });
  return readFileSync(list, "utf8").split("\n");
}

/** What the next start finds of the newest call. */
async function nextStart(places: Places): Promise<RawCall | undefined> {
  const runtime = await places.open();
  await runtime.close();
  const journal = readJournalFiles(places.home);
  journal.update();
  expect(temporaryFiles(places.root)).toEqual([]);
  return [...journal.calls.values()].at(-1);
}

/** The steps by which a home is opened are the same for all: one change dies before each of them, too. */
function beginOf(change: Change, steps: readonly string[]): number {
  return change === CHANGES[0]?.[1] ? 0 : steps.indexOf("fsync home/processes");
}

/** A small overwrite takes the steps of an edit. */
const KILLED = CHANGES.filter(([name]) => name !== "an overwrite");

test.for(KILLED)(
  "%s that dies before any of its steps is old or new, told, and can be taken back",
  async ([, change]) => {
    await using sample = makePlaces();
    await prepare(sample, change);
    const steps = await stepsOf(sample, change.args);
    let changed = 0;
    let interrupted = 0;
    for (const [number, step] of steps.entries()) {
      if (number < beginOf(change, steps)) continue;
      await using places = makePlaces();
      await prepare(places, change);
      const at = `before ${number + 1}, ${step}`;
      const died = await runWithSteps(places, change.args, { WIELD_DIE_AT: String(number + 1) });
      expect(died.signal, at).toBe("SIGKILL");
      const file = join(places.workspace, change.path);
      const present = hashOfFile(file) === null ? undefined : readFileSync(file, "utf8");
      expect([change.before, change.after], at).toContain(present);
      const call = await nextStart(places);
      if (call?.intent !== undefined && call.outcome?.status !== "ok") {
        expect(call.outcome, at).toMatchObject({ status: "interrupted" });
        interrupted += 1;
      }
      if (present !== change.after) continue;
      changed += 1;
      expect(call?.intent?.effects, at).toEqual(
        expect.arrayContaining([
          expect.objectContaining({
            kind: "write",
            path: expect.stringMatching(new RegExp(`(?:^|/)${change.path}$`)),
          }),
        ]),
      );
      const undone = await places.run(["undo", call?.callId ?? "", "--yes"], { main: built.main });
      expect({ at, ...undone }).toMatchObject({ code: 0 });
      expect(hashOfFile(file) === null ? undefined : readFileSync(file, "utf8"), at).toBe(change.before);
    }
    // Both sides of the change were met, or nothing was proven.
    expect(changed).toBeGreaterThan(2);
    expect(interrupted).toBeGreaterThan(5);
    expect(steps.length - beginOf(change, steps) - changed).toBeGreaterThan(8);
  },
);

test.for(CHANGES)(
  "P-008: the intent of %s is on disk before the workspace is touched, and undo data before the change",
  async ([, change]) => {
    await using places = makePlaces();
    await prepare(places, change);
    const steps = await stepsOf(places, change.args);
    const index = (name: string, place: RegExp): number =>
      steps.findIndex((step) => step.startsWith(`${name} `) && place.test(step));
    const intentSynced = index("fdatasync", /home\/journal/);
    const firstTouch = steps.findIndex((step) => / work\//.test(step));
    const undoSynced = index("fdatasync", /home\/undo\/.*\.undo$/);
    const changeAt = steps.findIndex((step) =>
      new RegExp(`^(?:link|rename|write)Sync work/${change.path}$`).test(step),
    );
    expect(intentSynced).toBeGreaterThan(0);
    expect(firstTouch).toBeGreaterThan(intentSynced);
    expect(undoSynced).toBeGreaterThan(intentSynced);
    expect(changeAt).toBeGreaterThan(undoSynced);
    const staged = index("fsyncSync", /work\/.*\.wield-/) + index("fsync", /work\/.*\.wield-/);
    if (!steps[changeAt]?.startsWith("writeSync")) expect(changeAt).toBeGreaterThan(staged);
  },
);

test("an append that the system cut in two keeps the old content whole, is refused by undo and comes back by force", async () => {
  const [, change] = CHANGES.find(([name]) => name === "an append") ?? [];
  if (change === undefined) throw new Error("there is an append among the changes");
  await using sample = makePlaces();
  await prepare(sample, change);
  const steps = await stepsOf(sample, change.args);
  await using places = makePlaces();
  await prepare(places, change);
  const at = String(steps.indexOf("writeSync work/a.txt") + 1);
  expect(await runWithSteps(places, change.args, { WIELD_DIE_AT: at, WIELD_CUT: "1" })).toMatchObject({
    signal: "SIGKILL",
  });
  const file = join(places.workspace, "a.txt");
  expect(readFileSync(file, "utf8")).toBe("old\nne");
  const call = await nextStart(places);
  expect(call?.outcome).toMatchObject({ status: "interrupted" });
  const refused = await places.run(["undo", call?.callId ?? "", "--yes"], { main: built.main });
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.err).toContain("--force");
  expect(readFileSync(file, "utf8")).toBe("old\nne");
  const forced = await places.run(["undo", call?.callId ?? "", "--yes", "--force"], { main: built.main });
  expect(forced).toMatchObject({ code: 0 });
  expect(readFileSync(file, "utf8")).toBe("old\n");
});

test("a file that cannot be replaced at once comes back by force after a kill at any step", async () => {
  const change: Change = {
    args: ["call", "write_file", "path=a.txt", "content=@large"],
    path: "a.txt",
    before: "old\n",
    after: LARGE,
  };
  const prepareLinked = async (places: Places): Promise<void> => {
    await prepare(places, change);
    linkSync(join(places.workspace, "a.txt"), join(places.root, "second name"));
  };
  await using sample = makePlaces();
  await prepareLinked(sample);
  const steps = await stepsOf(sample, change.args);
  let changed = 0;
  for (const [number, step] of steps.entries()) {
    if (number < steps.findIndex((each) => each.includes(" work/"))) continue;
    await using places = makePlaces();
    await prepareLinked(places);
    const at = `before ${number + 1}, ${step}`;
    await runWithSteps(places, change.args, { WIELD_DIE_AT: String(number + 1) });
    const call = await nextStart(places);
    const file = join(places.workspace, "a.txt");
    if (readFileSync(file, "utf8") === "old\n") continue;
    changed += 1;
    const undone = await places.run(["undo", call?.callId ?? "", "--yes", "--force"], { main: built.main });
    expect({ at, ...undone }).toMatchObject({ code: 0 });
    expect(readFileSync(file, "utf8"), at).toBe("old\n");
    expect(readFileSync(join(places.root, "second name"), "utf8"), at).toBe("old\n");
  }
  expect(changed).toBeGreaterThan(3);
});
