// Prevents: a setting whose origin nobody can find, a trust that is given unseen, and a doctor that says all is well.
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeBench } from "../testing/run-command.ts";
import type { Bench } from "../testing/run-command.ts";
import { openTerminal } from "../testing/terminal.ts";

let bench: Bench;

/** A page as one line, wherever it was wrapped. */
const flat = (text: string): string => text.replaceAll(/\s+/g, " ");

beforeEach(() => {
  bench = makeBench();
});

afterEach(() => bench.remove());

const TOOL = `import { defineTool, ok } from "wield";
  import * as z from "zod";
  export default defineTool({ name: "hi", description: "Says hi to you.", input: z.strictObject({}), mutates: false, run: () => ok("hi") });`;

test("set keeps comments, get tells value and origin, and nothing wrong is written", async () => {
  const file = bench.write("home/config.yaml", "# mine\ntools:\n  toolset: coding # for work\n");
  expect(await bench.run(["config", "set", "tools.approval_mode", "prompt"])).toMatchObject({ code: 0 });
  expect(readFileSync(file, "utf8")).toContain("# mine\ntools:\n  toolset: coding # for work\n");
  const got = await bench.run(["config", "get", "tools.approval_mode"]);
  expect(got).toMatchObject({ code: 0, out: "prompt\n" });
  expect(got.err).toMatch(/from .*config\.yaml:4/);
  const before = readFileSync(file, "utf8");
  const wrong = await bench.run(["config", "set", "tools.approval_mode", "confrim"]);
  expect(wrong).toMatchObject({ code: 2, out: "" });
  expect(wrong.err).toContain("confrim");
  expect((await bench.run(["config", "set", "tools.aproval_mode", "prompt"])).code).toBe(2);
  expect(readFileSync(file, "utf8")).toBe(before);
});

test("a broken configuration stops every command but set, path and doctor", async () => {
  bench.write("home/config.yaml", "tools:\n  approval_mode: confrim\n");
  for (const args of [["tools"], ["journal"], ["config"], ["undo"]]) {
    const ended = await bench.run(args);
    expect(ended).toMatchObject({ code: 2, out: "" });
    expect(ended.err).toContain("config.yaml:2: tools.approval_mode");
  }
  expect(await bench.run(["config", "path"])).toMatchObject({ code: 0 });
  const doctor = await bench.run(["doctor"]);
  expect(doctor.code).toBe(1);
  expect(doctor.out).toMatch(/FAULT +configuration/);
  expect(flat(doctor.out)).toContain("config.yaml:2: tools.approval_mode");
  expect(await bench.run(["config", "set", "tools.approval_mode", "auto"])).toMatchObject({ code: 0 });
  expect(await bench.run(["tools"])).toMatchObject({ code: 0 });
});

test("a folder's own tools wait for trust, are used after it, and wait again when they change", async () => {
  bench.write(".wield/tools/hi.ts", TOOL);
  const waiting = await bench.run(["call", "hi"]);
  expect(waiting).toMatchObject({ code: 2 });
  expect(waiting.err).toContain("waiting for trust");
  const headless = await bench.run(["trust"]);
  expect(headless).toMatchObject({ code: 3, out: "" });
  expect(headless.err).toContain("tools/hi.ts");
  expect(await bench.run(["trust", "--yes"])).toMatchObject({ code: 0 });
  expect(await bench.run(["call", "hi"])).toMatchObject({ code: 0, out: "hi\n" });
  expect((await bench.run(["trust"])).out).toContain("is trusted in its present state");
  bench.write(".wield/tools/hi.ts", TOOL.replace('ok("hi")', 'ok("changed")'));
  expect((await bench.run(["call", "hi"])).err).toContain("waiting for trust");
});

test("on a terminal the first start asks, and a no uses nothing", async () => {
  bench.write(".wield/tools/hi.ts", TOOL);
  const no = openTerminal(bench, []);
  await no.shows(".wield/tools/hi.ts");
  await no.shows("use them, in exactly this state? [y/N]");
  no.type("\r");
  await no.shows("waiting for trust");
  await no.shows("> \r\nmanual");
  no.type("/quit\r");
  expect(await no.ended).toBe(0);
  const yes = openTerminal(bench, []);
  await yes.shows("[y/N]");
  yes.type("y\r");
  await yes.shows("> \r\nmanual");
  yes.type("hi\r");
  await yes.shows("\nhi\r\n");
  yes.type("\u0004");
  expect(await yes.ended).toBe(0);
});

test("the doctor names what is wrong and exits with 1, and says when all is well", async () => {
  const well = await bench.run(["doctor"]);
  expect(well).toMatchObject({ code: 0 });
  expect(well.out).toContain(`Node ${process.versions.node}`);
  expect(well.out).toMatch(/confinement .*descriptor/);
  expect(well.out).toContain("everything works");
  bench.write("home/tools/bad.ts", "throw new Error('no good');");
  bench.write("home/config.yaml", "tools:\n  toolset: coding\n");
  const ill = await bench.run(["doctor"]);
  expect(ill.code).toBe(1);
  expect(ill.out).toMatch(/FAULT +tool files/);
  expect(flat(ill.out)).toContain("no good");
  expect(flat(ill.out)).toMatch(/tools\.toolset: coding \(.*config\.yaml:2\)/);
  const json = JSON.parse((await bench.run(["doctor", "--json"])).out) as readonly {
    readonly health: string;
  }[];
  expect(json.filter(({ health }) => health === "fault")).toHaveLength(1);
});

test("a home that is a file stops the start and is a fault", async () => {
  const file = join(bench.workspace, "not-a-folder");
  writeFileSync(file, "x");
  chmodSync(file, 0o600);
  const env = { WIELD_HOME: file };
  expect(await bench.run(["tools"], { env })).toMatchObject({ code: 2, out: "" });
  expect((await bench.run(["doctor"], { env })).code).toBe(1);
});
