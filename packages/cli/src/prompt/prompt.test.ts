// Prevents: a prompt that runs what was not meant, takes typed-ahead text for an answer, or cannot be left.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeBench } from "../testing/run-command.ts";
import type { Bench } from "../testing/run-command.ts";
import { openTerminal } from "../testing/terminal.ts";
import type { Terminal } from "../testing/terminal.ts";

// Each test starts several processes, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

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

async function openPrompt(env: Readonly<Record<string, string>> = {}): Promise<Terminal> {
  const terminal = openTerminal(bench, [], env);
  await terminal.shows("work> ");
  return terminal;
}

async function leave(terminal: Terminal): Promise<void> {
  terminal.type("/quit\r");
  expect(await terminal.ended).toBe(0);
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
  expect(ended).toMatchObject({ code: 2, out: "" });
  expect(ended.err.match(/type a call/g)).toHaveLength(2);
  expect(ended.err).toContain("unknown command /toolz; did you mean /tools?");
});

test("calls, toolset, approval and help at the terminal", async () => {
  const terminal = await openPrompt();
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
  await terminal.shows("/rollback [all|PATH]");
  terminal.type("/status\r");
  await terminal.shows("mode auto");
  await leave(terminal);
});

test("tab completes tools and parameters", async () => {
  const terminal = await openPrompt();
  terminal.type("read_f\t");
  await terminal.shows("read_file ");
  terminal.type("pa\t");
  await terminal.shows("path=");
  terminal.type("a.txt\r");
  await terminal.shows("lines 1-1 of 1");
  await leave(terminal);
});

test("R-002: a change is asked about inline, and typed-ahead text is no answer", async () => {
  const terminal = await openPrompt({ WIELD_APPROVAL_MODE: "prompt" });
  terminal.type("write_file path=b.txt content=x\ry");
  await terminal.shows("allow? [y/s/a/n]");
  terminal.type("\r");
  await terminal.shows("please type one of y/s/a/n");
  expect(has("b.txt")).toBe(false);
  terminal.type("s\r");
  await terminal.shows("Created b.txt");
  // The session's rule covers the same path, and no other.
  terminal.type("\u0003write_file path=b.txt content=y\r");
  await terminal.shows("b.txt (1 bytes");
  terminal.type("write_file path=c.txt content=y\r");
  await terminal.shows("allow? [y/s/a/n]");
  terminal.type("n elsewhere please\r");
  await terminal.shows("refused this call: elsewhere please");
  expect(has("c.txt")).toBe(false);
  await leave(terminal);
});

test("pasted lines run after one confirmation, and not without it", async () => {
  const terminal = await openPrompt();
  const pasted = "\u001b[200~write_file path=p1.txt content=x\rwrite_file path=p2.txt content=x\r\u001b[201~";
  terminal.type(pasted);
  await terminal.shows("2 lines. Run them one after the other? [y/N]");
  terminal.type("\r");
  await terminal.shows("work> ");
  expect([has("p1.txt"), has("p2.txt")]).toEqual([false, false]);
  terminal.type(pasted);
  await terminal.shows("[y/N]");
  terminal.type("y\r");
  await terminal.shows("Created p1.txt");
  await terminal.shows("Created p2.txt");
  await leave(terminal);
});

test("Ctrl-C cancels the running call and the prompt goes on; a second one leaves", async () => {
  bench.write("home/tools/waits.ts", WAITS);
  const terminal = await openPrompt();
  terminal.type("waits\r");
  await terminal.shows("it waits");
  terminal.type("\u0003");
  await terminal.shows("cancelled");
  await terminal.shows("work> ");
  terminal.type("half a line\u0003");
  terminal.type("read_file path=a.txt\r");
  await terminal.shows("lines 1-1 of 1");
  await terminal.shows("work> ");
  terminal.type("\u0003");
  await terminal.shows("(Ctrl-C again or Ctrl-D leaves)");
  terminal.type("\u0003");
  expect(await terminal.ended).toBe(0);
  expect(terminal.raw()).toContain("\u001b[?2004l");
});

test("/undo and /rollback take files back after a yes", async () => {
  const terminal = await openPrompt();
  terminal.type("write_file path=b.txt content=x\r");
  await terminal.shows("Created b.txt");
  terminal.type("write_file path=c.txt content=x\r");
  await terminal.shows("Created c.txt");
  terminal.type("/undo\r");
  await terminal.shows("c.txt: is deleted");
  await terminal.shows("allow? [y/n]");
  terminal.type("y\r");
  await terminal.shows("c.txt: deleted");
  expect([has("b.txt"), has("c.txt")]).toEqual([true, false]);
  terminal.type("/rollback\r");
  await terminal.shows("write_file: b.txt");
  terminal.type("/rollback all\r");
  await terminal.shows("allow? [y/n]");
  terminal.type("y\r");
  await terminal.shows("b.txt: deleted");
  expect(has("b.txt")).toBe(false);
  await leave(terminal);
});

test("a request of another process is shown and can be answered here", async () => {
  const terminal = await openPrompt();
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
