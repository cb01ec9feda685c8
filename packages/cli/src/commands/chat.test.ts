// Prevents: a chat that runs what was not meant, takes typed-ahead text for an answer, leaves the terminal in
// disorder, or cannot be left.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeBench } from "../testing/run-command.ts";
import type { Bench } from "../testing/run-command.ts";
import { runScripted, SCRIPTED_PROGRAM } from "../testing/scripted.ts";
import { openTerminal } from "../testing/terminal.ts";
import type { Terminal } from "../testing/terminal.ts";

let bench: Bench;

beforeEach(() => {
  bench = makeBench();
  bench.write("a.txt", "one\n");
});

afterEach(() => bench.remove());

const has = (path: string): boolean => existsSync(join(bench.workspace, path));

const WAITS = `import { defineTool, ok } from "wield";
  import * as z from "zod";
  export default defineTool({
    name: "waits", description: "Waits until it is stopped.", input: z.strictObject({}), mutates: false,
    run: (_input, { signal, progress }) => new Promise((resolve) => {
      progress("it waits");
      signal.addEventListener("abort", () => resolve(ok("stopped")));
    }),
  });`;

async function openChat(env: Readonly<Record<string, string>> = {}): Promise<Terminal> {
  const terminal = openTerminal(bench, [], env);
  await terminal.shows("· work");
  return terminal;
}

async function leave(terminal: Terminal): Promise<void> {
  terminal.type("/quit\r");
  expect(await terminal.ended).toBe(0);
  expectRestored(terminal);
}

/** Pastes are not marked any more, and the cursor is seen. */
function expectRestored(terminal: Terminal): void {
  const raw = terminal.raw();
  expect(raw.lastIndexOf("\u001b[?2004l")).toBeGreaterThan(raw.lastIndexOf("\u001b[?2004h"));
  expect(raw.lastIndexOf("\u001b[?25h")).toBeGreaterThan(raw.lastIndexOf("\u001b[?25l"));
}

test("without a terminal each line is a call, results and failures go where a script looks for them", async () => {
  const input = 'read_file path=a.txt\n\nwrite_file {"path": "b.txt", "content": "two"}\n';
  const good = await bench.run([], { input });
  expect(good).toMatchObject({ code: 0, err: "" });
  expect(good.out).toBe("a.txt — lines 1-1 of 1\n\none\nCreated b.txt (3 bytes, 1 lines)\n");
  expect(readFileSync(join(bench.workspace, "b.txt"), "utf8")).toBe("two");
});

test("the first line that does not succeed gives the exit code, the others run all the same", async () => {
  const ended = await bench.run(["--approval-mode", "prompt"], {
    input: "read_file path=gone\nwrite_file path=b.txt content=x\nread_file path=a.txt",
  });
  expect(ended.code).toBe(1);
  expect(ended.out).toContain("one");
  expect(ended.err).toContain("nobody can be asked: standard input or output is no terminal");
  expect(has("b.txt")).toBe(false);
  expect(await bench.run([], { input: "/quit\nread_file path=gone\n" })).toMatchObject({ code: 0, out: "" });
});

test("text that is no call is answered with how calls are typed, and unknown commands with the nearest", async () => {
  const ended = await bench.run([], { input: "please read a.txt\n/toolz\n//help\n" });
  expect(ended.code).toBe(2);
  expect(ended.err.match(/type a call/g)).toHaveLength(2);
  expect(ended.out).toContain("unknown command /toolz; did you mean /tools?");
});

test("calls, toolset, approval and help at the terminal", async () => {
  const terminal = await openChat();
  terminal.type("read_file path=a.txt\r");
  await terminal.shows("a.txt — lines 1-1 of 1");
  terminal.type("/toolset minimal\r");
  await terminal.shows("toolset minimal for this session");
  terminal.type("write_file path=b.txt content=x\r");
  await terminal.shows("is not available in this conversation (toolset: minimal)");
  terminal.type("/toolset nope\r");
  await terminal.shows('unknown toolset "nope"');
  terminal.type("/tools\r");
  await terminal.shows("toolset minimal (from session");
  terminal.type("/help\r");
  await terminal.shows("/rollback [all|CALL|PATH]");
  terminal.type("/status\r");
  await terminal.shows("mode auto");
  await leave(terminal);
});

test("tab completes tools, parameters and commands", async () => {
  const terminal = await openChat();
  terminal.type("read_f\tpa\ta.txt\r");
  await terminal.shows("lines 1-1 of 1");
  terminal.type("/sta\t\r");
  await terminal.shows("session   ses_");
  await leave(terminal);
});

test("R-002: a change is asked about inline, and typed-ahead text is no answer", async () => {
  const terminal = await openChat({ WIELD_APPROVAL_MODE: "prompt" });
  terminal.type("write_file path=b.txt content=x\ry");
  await terminal.shows("allow? [y/s/a/n]");
  await terminal.shows("left)");
  terminal.type("\r");
  await terminal.shows("left)");
  terminal.type("what\r");
  await terminal.shows("please type one of y/s/a/n");
  expect(has("b.txt")).toBe(false);
  terminal.type("s\r");
  await terminal.shows("Created b.txt");
  // What was typed before the question is in the line again. The session's rule covers the same path, and no other.
  await terminal.shows("> y");
  terminal.type("\u0015write_file path=b.txt content=yy\r");
  await terminal.shows("b.txt (2 bytes");
  terminal.type("write_file path=c.txt content=y\r");
  await terminal.shows("allow? [y/s/a/n]");
  terminal.type("n elsewhere please\r");
  await terminal.shows("refused this call: elsewhere please");
  expect(has("c.txt")).toBe(false);
  await leave(terminal);
});

test("pasted lines run after one confirmation, and not without it", async () => {
  const terminal = await openChat();
  const pasted = "\u001b[200~write_file path=p1.txt content=x\rwrite_file path=p2.txt content=x\r\u001b[201~";
  terminal.type(`${pasted}\r`);
  await terminal.shows("2 lines. Run them one after the other? [y/N]");
  terminal.type("no\r");
  terminal.type("/usage\r");
  await terminal.shows("tokens in");
  expect([has("p1.txt"), has("p2.txt")]).toEqual([false, false]);
  terminal.type(`${pasted}\r`);
  await terminal.shows("[y/N]");
  terminal.type("y\r");
  // Neither waits for the other.
  await expect.poll(() => [has("p1.txt"), has("p2.txt")]).toEqual([true, true]);
  await terminal.shows("Created p");
  await leave(terminal);
});

test("Ctrl-C cancels the running call and the chat goes on; twice it leaves", async () => {
  bench.write("home/tools/waits.ts", WAITS);
  const terminal = await openChat();
  terminal.type("waits\r");
  await terminal.shows("it waits");
  terminal.type("\u0003");
  await terminal.shows("stopped");
  terminal.type("half a line\u0003");
  terminal.type("read_file path=a.txt\r");
  await terminal.shows("lines 1-1 of 1");
  await terminal.shows("> \r\nmanual");
  terminal.type("\u0003");
  await terminal.shows("Ctrl-C again or Ctrl-D leaves");
  terminal.type("\u0003");
  expect(await terminal.ended).toBe(0);
  expect(terminal.raw()).toContain("\u001b[?2004l");
});

test("/rollback takes files back after a yes, and /undo only the exchange", async () => {
  const terminal = await openChat();
  terminal.type("write_file path=b.txt content=x\r");
  await terminal.shows("Created b.txt");
  terminal.type("/undo\r");
  await terminal.shows("files stay as they are");
  expect(has("b.txt")).toBe(true);
  terminal.type("\u0003/rollback\r");
  await terminal.shows("write_file: b.txt");
  terminal.type("/rollback all\r");
  await terminal.shows("allow? [y/n]");
  terminal.type("n\r");
  await terminal.shows("nothing was put back");
  expect(has("b.txt")).toBe(true);
  terminal.type("/rollback all\r");
  await terminal.shows("allow? [y/n]");
  terminal.type("y\r");
  await terminal.shows("b.txt: deleted");
  expect(has("b.txt")).toBe(false);
  await leave(terminal);
});

test("a request of another process is shown and can be answered here", async () => {
  const terminal = await openChat();
  const other = openTerminal(bench, ["call", "write_file", "path=o.txt", "content=x"], {
    WIELD_APPROVAL_MODE: "prompt",
  });
  await other.shows("allow?");
  await terminal.shows("waiting: apr_");
  const id = /waiting: (apr_\w+)/.exec(terminal.shown())?.[1] ?? "";
  terminal.type(`/approve ${id}\r`);
  await terminal.shows("write_file may run (once)");
  expect(await other.ended).toBe(0);
  expect(has("o.txt")).toBe(true);
  await leave(terminal);
});

test("a model's answer, its calls and a remark while it runs; then the conversation is gone on with", async () => {
  const terminal = openTerminal(bench, [], {}, SCRIPTED_PROGRAM);
  await terminal.shows("· work");
  terminal.type("read a.txt\r");
  await terminal.shows("✓ read_file a.txt");
  await terminal.shows("It says:");
  terminal.type("slow\r");
  await terminal.shows("Part 12");
  terminal.type("and then?\r");
  await terminal.shows("and then? (after the present calls)");
  terminal.type("\u001b");
  await terminal.shows("■ stopped");
  await terminal.shows("You said: and then?");
  await leave(terminal);
  const again = openTerminal(bench, ["--continue"], {}, SCRIPTED_PROGRAM);
  await again.shows("It says:");
  await again.shows("You said: and then?");
  again.type("/new\r");
  await again.shows("a new conversation");
  again.type("/sessions\r");
  await again.shows("read a.txt");
  await leave(again);
});

test("the terminal is restored when the chat is ended from outside, and when it fails", async () => {
  const ended = openTerminal(bench, [], {}, SCRIPTED_PROGRAM);
  await ended.shows("· work");
  ended.type("pid\r");
  await ended.shows("You said: pid ");
  process.kill(Number(/You said: pid (\d+)/.exec(ended.shown())?.[1]), "SIGTERM");
  expect(await ended.ended).toBe(143);
  expectRestored(ended);
  const failed = openTerminal(bench, [], {}, SCRIPTED_PROGRAM);
  await failed.shows("· work");
  failed.type("throw\r");
  await failed.shows("a fault of its own");
  expect(await failed.ended).not.toBe(0);
  expectRestored(failed);
});

test("a scripted chat without a terminal prints answers only on standard output", async () => {
  const ended = await runScripted(bench, [], { input: "hello\nread a.txt\n" });
  expect(ended.code).toBe(0);
  expect(ended.out).toMatch(/^You said: hello\nI read \*\*a\.txt\*\*\.\nIt says:/);
  expect(ended.err).toContain("✓ read_file a.txt");
});
