// Prevents: a waiting call that can be answered at one place only, twice, or in other words than were shown.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeBench } from "../testing/run-command.ts";
import type { Bench } from "../testing/run-command.ts";
import { openTerminal } from "../testing/terminal.ts";
import type { Terminal } from "../testing/terminal.ts";

let bench: Bench;

beforeEach(() => {
  bench = makeBench();
});

afterEach(() => bench.remove());

async function waitingCall(path: string): Promise<{ readonly terminal: Terminal; readonly id: string }> {
  const terminal = openTerminal(bench, ["call", "write_file", `path=${path}`, "content=x"], {
    WIELD_APPROVAL_MODE: "prompt",
  });
  await terminal.shows("allow?");
  return { terminal, id: /apr_\w+/.exec(terminal.shown())?.[0] ?? "" };
}

test("a call that waits in one process is shown to and answered from another, once", async () => {
  const { terminal, id } = await waitingCall("a.txt");
  const listed = await bench.run(["approvals"]);
  expect(listed.out).toContain(`write_file wants to run  ${id}`);
  expect(listed.out).toContain("write a.txt");
  expect(await bench.run(["approve", id.slice(0, -2)])).toMatchObject({
    code: 0,
    out: "write_file may run (once)\n",
  });
  expect(await terminal.ended).toBe(0);
  expect(existsSync(join(bench.workspace, "a.txt"))).toBe(true);
  const late = await bench.run(["deny", id]);
  expect(late).toMatchObject({ code: 1, out: "" });
  expect(late.err).toContain("is waiting");
  expect((await bench.run(["approvals"])).err).toContain("no request is waiting");
});

test("a refusal from elsewhere carries its remark to the call", async () => {
  const { terminal, id } = await waitingCall("a.txt");
  expect(await bench.run(["deny", id, "not", "now"])).toMatchObject({ code: 0 });
  await terminal.shows("refused this call: not now");
  expect(await terminal.ended).toBe(3);
  expect(existsSync(join(bench.workspace, "a.txt"))).toBe(false);
});

test("R-007: always saves exactly the rule that was shown, for this folder", async () => {
  const { terminal, id } = await waitingCall("a.txt");
  await bench.run(["approve", id, "always"]);
  expect(await terminal.ended).toBe(0);
  const env = { WIELD_APPROVAL_MODE: "prompt" };
  expect(await bench.run(["call", "write_file", "path=a.txt", "content=y"], { env })).toMatchObject({
    code: 0,
  });
  expect(await bench.run(["call", "write_file", "path=b.txt", "content=y"], { env })).toMatchObject({
    code: 3,
  });
});

test("what is neither once, session nor always is refused before anything is answered", async () => {
  const { terminal, id } = await waitingCall("a.txt");
  expect(await bench.run(["approve", id, "alwys"])).toMatchObject({ code: 2, out: "" });
  expect(await bench.run(["approve"])).toMatchObject({ code: 2 });
  expect((await bench.run(["approvals", "--json"])).out).toContain(id);
  terminal.type("\u0003");
  expect(await terminal.ended).toBe(130);
});

test("nobody answers: the deadline refuses", async () => {
  bench.write("home/config.yaml", "tools:\n  approval_timeout: 1\n");
  const { terminal } = await waitingCall("a.txt");
  await terminal.shows("no answer within 1 s");
  expect(await terminal.ended).toBe(3);
});
