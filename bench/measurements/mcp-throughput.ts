import { join } from "node:path";
import { REFERENCE_SERVER, wieldCommand } from "../command.ts";
import { startServer } from "../mcp-client.ts";
import type { Measurement } from "../measurement.ts";
import { interleaved } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const ROUNDS = 15;
const READS = 300;
const EDITS = 100;
const LINES = 40;
/** Edits of different files that one client sends without waiting. */
const AT_ONCE = 4;

/** Calls per second, one after the other, against the reference file server. Edits of Wield are journaled first. */
export const mcpThroughput: Measurement = {
  name: "mcp-throughput",
  async run() {
    await using folder = await temporaryFolder();
    const text = Array.from({ length: LINES }, (_, line) => `line ${line} of a file like any other\n`).join(
      "",
    );
    const path = await folder.write("read.txt", text);
    await folder.write("ours.txt", `${text}odd\n`);
    const theirs = await folder.write("theirs.txt", `${text}odd\n`);
    const env = { WIELD_HOME: folder.home };
    await using wield = await startServer({ args: [wieldCommand(), "mcp"], env, cwd: folder.workspace });
    await using reference = await startServer({ args: [REFERENCE_SERVER, folder.workspace] });
    await wield.call("read_file", { path: "ours.txt" });

    const [reads = 0, readsThere = 0] = await interleaved(ROUNDS, [
      () => rate(READS, () => wield.call("read_file", { path: "read.txt" })),
      () => rate(READS, () => reference.call("read_text_file", { path })),
    ]);
    const flips = [flipper(), flipper()] as const;
    const [edits = 0, editsThere = 0] = await interleaved(ROUNDS, [
      () =>
        rate(EDITS, () => {
          const [old, next] = flips[0]();
          return wield.call("edit_file", { path: "ours.txt", old_string: old, new_string: next });
        }),
      () =>
        rate(EDITS, () => {
          const [old, next] = flips[1]();
          return reference.call("edit_file", { path: theirs, edits: [{ oldText: old, newText: next }] });
        }),
    ]);
    const files = Array.from({ length: AT_ONCE }, (_, file) => `${file}.txt`);
    for (const file of files)
      for (const owner of ["ours", "theirs"]) await folder.write(`${owner}-${file}`, `${text}odd\n`);
    const several = [files.map(flipper), files.map(flipper)] as const;
    const [together = 0, togetherThere = 0] = await interleaved(ROUNDS, [
      () =>
        rate(EDITS / AT_ONCE, () =>
          Promise.all(
            files.map((file, index) => {
              const [old_string, new_string] = several[0][index]?.() ?? ["", ""];
              return wield.call("edit_file", { path: `ours-${file}`, old_string, new_string });
            }),
          ),
        ),
      () =>
        rate(EDITS / AT_ONCE, () =>
          Promise.all(
            files.map((file, index) => {
              const [oldText, newText] = several[1][index]?.() ?? ["", ""];
              return reference.call("edit_file", {
                path: join(folder.workspace, `theirs-${file}`),
                edits: [{ oldText, newText }],
              });
            }),
          ),
        ),
    ]);
    return [
      {
        what: "reads",
        value: reads,
        unit: "calls/s",
        reference: { what: "server-filesystem", value: readsThere },
        goal: { atLeast: 2.3, of: "ratio" },
      },
      {
        what: "durable edits",
        value: edits,
        unit: "calls/s",
        reference: { what: "server-filesystem", value: editsThere },
        goal: { atLeast: 1.6, of: "ratio" },
      },
      {
        what: `durable edits, ${AT_ONCE} at once`,
        value: together * AT_ONCE,
        unit: "calls/s",
        reference: { what: "server-filesystem", value: togetherThere * AT_ONCE },
      },
      {
        what: "peak memory",
        value: wield.peakMb(),
        unit: "MB",
        reference: { what: "server-filesystem", value: reference.peakMb() },
        goal: { atMost: 1, of: "ratio" },
      },
    ];
  },
};

async function rate(calls: number, call: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  for (let count = 0; count < calls; count += 1) await call();
  return (calls * 1000) / (performance.now() - before);
}

/** The last line of the file goes from one word to the other and back. */
function flipper(): () => readonly [old: string, next: string] {
  let words: readonly [string, string] = ["odd\n", "even\n"];
  return () => {
    const now = words;
    words = [now[1], now[0]];
    return now;
  };
}
