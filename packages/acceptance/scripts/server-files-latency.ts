// Measures file tools on a server through the pipeline, beside ssh that runs cat, ls and grep there by itself: over a
// connection that is open already, and with a login of its own. Prints milliseconds, medians.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Json } from "@wield/core";
import { createRemoteFiles, createSystemSshPlace } from "@wield/host";
import { createTestBench } from "@wield/testkit";
import { loadBuiltInTool } from "@wield/tools";
import { giveTo } from "../src/files/owned-bench.ts";
import { startSshServer } from "../src/terminal/places/ssh-server.ts";

const RUNS = Number(process.env["RUNS"] ?? 15);
const TOOLS = ["read_file", "write_file", "edit_file", "list_files", "glob", "grep"];

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

async function timed(work: () => Promise<unknown> | unknown): Promise<string> {
  await work();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const before = performance.now();
    await work();
    times.push(performance.now() - before);
  }
  return median(times).toFixed(1);
}

const server = await startSshServer();
const configFile = server.configFile();
const place = createSystemSshPlace({ server: "test-server", env: process.env, configFile });
const driver = createRemoteFiles(place);
const tools = (await Promise.all(TOOLS.map(loadBuiltInTool))).filter((tool) => tool !== undefined);
const there = await createTestBench({ tools, wrapFiles: () => driver });
const here = await createTestBench({ tools });
const socket = join(tmpdir(), `wield-latency-${process.pid}`);
const ssh = (more: readonly string[], command: string): void => {
  const done = spawnSync("ssh", ["-F", configFile, ...more, "test-server", command], { maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Error(`${command}: ${String(done.stderr)}`);
};
try {
  for (const { root } of [there, here]) {
    writeFileSync(join(root, "small.txt"), "a line of text\n".repeat(100));
    mkdirSync(join(root, "list"));
    for (let index = 0; index < 300; index += 1) writeFileSync(join(root, "list", `f${index}`), "x");
    for (let index = 0; index < 2000; index += 1) {
      const folder = join(root, "tree", `d${index % 50}`);
      mkdirSync(folder, { recursive: true });
      const hit = index % 40 === 0 ? "const needle = 1;\n" : "";
      writeFileSync(join(folder, `f${index}.ts`), `${"export const value = 42;\n".repeat(120)}${hit}`);
    }
    giveTo(server.user, root);
  }
  ssh(["-o", "ControlMaster=yes", "-o", `ControlPath=${socket}`, "-o", "ControlPersist=60", "-f", "-N"], "");
  const open = ["-o", "ControlMaster=no", "-o", `ControlPath=${socket}`];
  const { root } = there;
  const cases: readonly (readonly [name: string, tool: string, input: Json, plain: string])[] = [
    ["read of 1.5 kB", "read_file", { path: "small.txt" }, `cat ${root}/small.txt`],
    [
      "write of 5 bytes",
      "write_file",
      { path: "new.txt", content: "hello" },
      `cat >${root}/new2.txt </dev/null`,
    ],
    ["list of 300 files", "list_files", { path: "list" }, `ls -l ${root}/list`],
    ["glob over 2000 files", "glob", { pattern: "tree/**/*.ts" }, `find ${root}/tree -name '*.ts'`],
    [
      "grep, 2000 files, 50 match",
      "grep",
      { pattern: "needle", path: "tree" },
      `grep -rn needle ${root}/tree`,
    ],
    [
      "grep, no text to sift by",
      "grep",
      { pattern: "n.+dle", path: "tree" },
      `grep -rnE 'n.+dle' ${root}/tree`,
    ],
  ];
  for (const [name, tool, input, plain] of cases) {
    const row = {
      "on the server": await timed(() => there.call(tool, input)),
      "on this machine": await timed(() => here.call(tool, input)),
      "ssh, open connection": await timed(() => ssh(open, plain)),
      "ssh with login": await timed(() => ssh([], plain)),
    };
    console.log(name, JSON.stringify(row));
  }
} finally {
  spawnSync("ssh", ["-F", configFile, "-O", "exit", "-o", `ControlPath=${socket}`, "test-server"]);
  driver.close();
  await place.close();
  await server.stop();
  await there.dispose();
  await here.dispose();
}
