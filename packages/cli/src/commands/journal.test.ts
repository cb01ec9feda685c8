// Prevents: a journal that hides how a call ended, or shows one that a killed process left as if it had ended well.
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeBench } from "../testing/run-command.ts";
import type { Bench } from "../testing/run-command.ts";

let bench: Bench;

beforeAll(() => {
  bench = makeBench();
  bench.write("a.txt", "one\n");
  bench.write(
    "home/tools/dies.ts",
    `import { defineTool, ok } from "wield";
     import * as z from "zod";
     export default defineTool({
       name: "dies", description: "Ends its process at once.", input: z.strictObject({}), mutates: true,
       run: () => { process.kill(process.pid, "SIGKILL"); return new Promise(() => {}); },
     });`,
  );
  bench.write(
    "home/tools/stays.ts",
    `import { defineTool, ok } from "wield";
     import * as z from "zod";
     export default defineTool({
       name: "stays", description: "Stays until it is stopped.", input: z.strictObject({}), mutates: true,
       run: (_input, { signal }) => new Promise((resolve) => {
         process.stderr.write("it stays\\n");
         signal.addEventListener("abort", () => resolve(ok("stopped")));
       }),
     });`,
  );
});

afterAll(() => bench.remove());

const list = async (...args: readonly string[]) =>
  JSON.parse((await bench.run(["journal", "--json", ...args])).out) as readonly {
    readonly callId: string;
    readonly tool: string;
    readonly status: string;
  }[];

test("P-008: a killed process's call is interrupted, a living one's is running, and neither looks ended", async () => {
  expect((await bench.run(["call", "dies"])).signal).toBe("SIGKILL");
  const stays = bench.start(["call", "stays"]);
  await stays.seen("it stays");
  try {
    const { out, code } = await bench.run(["journal"]);
    expect(code).toBe(0);
    expect(out).toMatch(/interrupted +dies/);
    expect(out).toContain("the process ended while this ran; it may");
    expect(out).toMatch(/running +stays/);
    expect((await list("--status", "running")).map(({ tool }) => tool)).toEqual(["stays"]);
    expect((await list("--status", "interrupted")).map(({ tool }) => tool)).toEqual(["dies"]);
  } finally {
    stays.child.kill("SIGTERM");
    await stays.ended;
  }
  expect((await list("--tool", "stays")).map(({ status }) => status)).toEqual(["cancelled"]);
});

test("calls are listed newest first, filtered and limited, each with what it said", async () => {
  await bench.run(["call", "read_file", "path=a.txt"]);
  await bench.run(["call", "read_file", "path=gone.txt"]);
  await bench.run(["call", "write_file", "path=b.txt", "content=x", "--approval-mode", "deny"]);
  expect((await list("--limit", "3")).map(({ tool, status }) => `${tool} ${status}`)).toEqual([
    "write_file denied",
    "read_file failed",
    "read_file ok",
  ]);
  const { out } = await bench.run(["journal", "--tool", "read_file"]);
  expect(out).toMatch(/failed +read_file .*\n +call_\w+ +no_such_file: /);
  for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});

test("one call is shown with all its entries, found by the beginning of its id", async () => {
  await bench.run(["call", "write_file", "path=c.txt", "content=x"]);
  const [call] = await list("--tool", "write_file", "--status", "ok");
  const id = call?.callId ?? "";
  const { out } = await bench.run(["journal", id.slice(0, -1)]);
  expect(out).toContain(`write_file  ${id}  ok`);
  for (const text of [
    "proposed",
    "decided",
    "intent",
    "outcome",
    '"content":"x"',
    "write c.txt",
    "changed   c.txt",
  ])
    expect(out).toContain(text);
  const json = JSON.parse((await bench.run(["journal", id, "--json"])).out) as {
    readonly entries: readonly { readonly type: string }[];
  };
  expect(json.entries.map(({ type }) => type)).toEqual(["proposed", "decided", "intent", "outcome"]);
  const unknown = await bench.run(["journal", "call_nope"]);
  expect(unknown).toMatchObject({ code: 1, out: "" });
});

test("calls of other folders stay out unless asked for", async () => {
  const elsewhere = bench.home;
  expect((await bench.run(["journal"], { cwd: elsewhere })).err).toContain("no calls in this folder");
  const { out } = await bench.run(["journal", "--all-workspaces", "--limit", "1"], { cwd: elsewhere });
  expect(out).toContain(bench.workspace);
});

test("a wrong limit or status runs nothing and says what is allowed", async () => {
  for (const limit of ["0", "-1", "x", "1.5", "1e9"]) {
    const wrong = await bench.run(["journal", `--limit=${limit}`]);
    expect(wrong).toMatchObject({ code: 2, out: "" });
    expect(wrong.err).toContain("a whole number from 1");
  }
  expect((await bench.run(["journal", "--status", "fialed"])).err).toContain("did you mean failed?");
});
