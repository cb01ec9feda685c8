// Prevents: one call from a script or a shell that gives text where a program expects it not, an exit code that says
// ok for what was not, or arguments that reach the tool as something else.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMMAND } from "../testing/command.ts";
import { makeBench } from "../testing/run-command.ts";
import type { Bench } from "../testing/run-command.ts";
import { openTerminal } from "../testing/terminal.ts";

let bench: Bench;

beforeAll(() => {
  bench = makeBench();
  bench.write("a.txt", "one\ntwo\n");
  bench.write("c.txt", Buffer.from("611b5b33316d62070a", "hex"));
  bench.write(
    "home/tools/wait.ts",
    `import { defineTool, ok } from "wield";
     import * as z from "zod";
     export default defineTool({
       name: "wait", description: "Waits until it is stopped.", timeoutMs: 60000,
       input: z.strictObject({}), mutates: false,
       run: (_input, { signal, progress }) => new Promise((resolve) => {
         const timer = setInterval(() => {}, 1000);
         process.stderr.write("it waits\\n");
         signal.addEventListener("abort", () => { clearInterval(timer); resolve(ok("stopped")); });
       }),
     });`,
  );
  bench.write(
    "home/tools/late.ts",
    `import { defineTool, ok } from "wield";
     import * as z from "zod";
     export default defineTool({
       name: "late", description: "Never ends by itself.", timeoutMs: 50,
       input: z.strictObject({}), mutates: false,
       run: (_input, { signal }) => new Promise((_resolve, reject) => {
         signal.addEventListener("abort", () => reject(new Error("stopped")));
       }),
     });`,
  );
  bench.write(
    "home/tools/echo.ts",
    `import { defineTool, ok } from "wield";
     import * as z from "zod";
     export default defineTool({
       name: "echo", description: "Gives its text back, with a note.",
       input: z.strictObject({ text: z.string().describe("What to say."), lines: z.int().optional().describe("How often.") }),
       output: z.strictObject({ length: z.int() }),
       mutates: false,
       run: ({ text, lines = 1 }) => ok((text + "\\n").repeat(lines), { length: text.length }, { notes: ["a note"] }),
     });`,
  );
});

afterAll(() => bench.remove());

test("the text goes to standard output and nothing else does, notes go to standard error", async () => {
  const ended = await bench.run(["call", "echo", "text=hello world", "lines=2"]);
  expect(ended).toMatchObject({ code: 0, out: "hello world\nhello world\n" });
  expect(ended.err).toBe("… a note\n");
});

test("a whole input is taken as JSON, from a word or from standard input", async () => {
  expect(await bench.run(["call", "echo", '{"text": "a=b"}'])).toMatchObject({ code: 0, out: "a=b\n" });
  expect(await bench.run(["call", "echo", "-"], { input: '{"text": "from stdin"}' })).toMatchObject({
    code: 0,
    out: "from stdin\n",
  });
});

test("key=@FILE and key:=JSON reach the tool as what they stand for", async () => {
  bench.write("text.txt", "of a file\n");
  expect((await bench.run(["call", "echo", "text=@text.txt", "lines:=1"])).out).toBe("of a file\n\n");
});

test("--json gives the whole result on one line, failures too, and nothing on standard error", async () => {
  const good = await bench.run(["call", "echo", "text=x", "--json"]);
  expect(JSON.parse(good.out)).toMatchObject({
    status: "ok",
    text: "x\n",
    data: { length: 1 },
    notes: ["a note"],
    call: { tool: "echo", caller: "cli", surface: "terminal", input: { text: "x" } },
  });
  expect(good.out.split("\n")).toHaveLength(2);
  const bad = await bench.run(["call", "read_file", "--json", "path=gone.txt"]);
  expect(bad).toMatchObject({ code: 1, err: "" });
  expect(JSON.parse(bad.out)).toMatchObject({ status: "failed", code: "no_such_file" });
});

test("a failure says what was wrong and what to do on standard error, and exits with 1", async () => {
  const wrong = await bench.run(["call", "read_file", "pth=a.txt"]);
  expect(wrong).toMatchObject({ code: 1, out: "" });
  expect(wrong.err).toMatch(/^invalid arguments: .*"pth"/);
  expect(wrong.err).toContain('Hint: did you mean "path"?');
  expect(await bench.run(["call", "read_file", '{"path": ']).then(({ code }) => code)).toBe(1);
});

test("wrong usage and an unknown tool exit with 2 and run nothing", async () => {
  expect(await bench.run(["call"])).toMatchObject({ code: 2, out: "" });
  const unknown = await bench.run(["call", "red_file", "path=a.txt"]);
  expect(unknown).toMatchObject({ code: 2, out: "" });
  expect(unknown.err).toContain('did you mean "read_file"');
  const word = await bench.run(["call", "read_file", "a.txt"]);
  expect(word).toMatchObject({ code: 2, out: "" });
  expect(word.err).toContain('did you mean "path=a.txt"?');
});

test("a wrong configuration is printed as it is and exits with 2", async () => {
  const ended = await bench.run(["call", "read_file", "path=a.txt"], {
    env: { WIELD_APPROVAL_MODE: "confrim" },
  });
  expect(ended).toMatchObject({ code: 2, out: "" });
  expect(ended.err).toMatch(/WIELD_APPROVAL_MODE.*"confrim".*auto, prompt, deny/);
});

test("R-006: a call that needs an answer where nobody can be asked is denied with 3", async () => {
  const env = { WIELD_APPROVAL_MODE: "prompt" };
  const ended = await bench.run(["call", "write_file", "path=n.txt", "content=x"], { env });
  expect(ended).toMatchObject({ code: 3, out: "" });
  expect(ended.err).toContain("nobody can be asked: this command has no terminal to ask on");
  const denied = await bench.run([
    "call",
    "write_file",
    "path=n.txt",
    "content=x",
    "--approval-mode",
    "deny",
  ]);
  expect(denied).toMatchObject({ code: 3 });
  expect(denied.err).toContain('approval_mode is "deny"');
});

test("a call that outlives its limit exits with 4", async () => {
  const ended = await bench.run(["call", "late"]);
  expect(ended).toMatchObject({ code: 4, out: "" });
  expect(ended.err).toContain("did not finish within 0.05 s");
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s cancels the call and exits with %i", async (signal, code) => {
  const started = bench.start(["call", "wait"]);
  await started.seen("it waits");
  started.child.kill(signal);
  const ended = await started.ended;
  expect(ended).toMatchObject({ code, out: "" });
  expect(ended.err).toContain("cancelled");
});

test("a reader that has gone ends the command quietly", async () => {
  const child = spawn(process.execPath, [COMMAND, "call", "echo", "text=y", "lines=200000"], {
    cwd: bench.workspace,
    env: { PATH: process.env["PATH"], WIELD_HOME: bench.home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
  child.stdout.once("data", () => child.stdout.destroy());
  const [code] = (await once(child, "close")) as [number];
  expect(code).toBe(0);
  expect(err).toBe("… a note\n");
});

test("all of a long text reaches a pipe before the command ends", async () => {
  const { out, code } = await bench.run(["call", "echo", `text=${"z".repeat(99)}`, "lines=10000"]);
  expect(code).toBe(0);
  expect(out).toHaveLength(1_000_000);
});

test("U-005: control codes go out untouched to a pipe and are shown on a terminal", async () => {
  expect((await bench.run(["call", "read_file", "path=c.txt"])).out).toContain("a\u001b[31mb\u0007\n");
  const terminal = openTerminal(bench, ["call", "read_file", "path=c.txt"]);
  expect(await terminal.ended).toBe(0);
  expect(terminal.raw()).toContain("a<U+001B>[31mb<U+0007>");
});

test("R-002: on a terminal the person is asked, and sees effects, preview, reason and the exact rule", async () => {
  const call = ["call", "write_file", "path=asked.txt", "content=new text"];
  const terminal = openTerminal(bench, call, { WIELD_APPROVAL_MODE: "prompt" });
  await terminal.shows("write_file wants to run");
  await terminal.shows("write asked.txt");
  await terminal.shows('approval_mode is "prompt"');
  await terminal.shows("+new text");
  await terminal.shows("allow tool: write_file, effect: write");
  await terminal.shows("Enter    sends the answer");
  await terminal.shows("allow? [y/s/a/n]");
  terminal.type("y but only once\r");
  await terminal.shows("please type one of");
  terminal.type("y\r");
  expect(await terminal.ended).toBe(0);
  expect(readFileSync(join(bench.workspace, "asked.txt"), "utf8")).toBe("new text");
});

test("a refusal on the terminal is told with its reason, Ctrl-C and the end of input run nothing", async () => {
  const call = ["call", "write_file", "path=refused.txt", "content=x"];
  const answers: readonly (readonly [string, number, string])[] = [
    ["n not there\r", 3, "refused this call: not there"],
    ["\u0003", 130, "cancelled"],
    ["\u0004", 3, "refused this call"],
  ];
  for (const [typed, code, said] of answers) {
    const terminal = openTerminal(bench, call, { WIELD_APPROVAL_MODE: "prompt" });
    await terminal.shows("allow?");
    terminal.type(typed);
    await terminal.shows(said);
    expect(await terminal.ended).toBe(code);
  }
  expect(() => readFileSync(join(bench.workspace, "refused.txt"))).toThrow("ENOENT");
});

test("what is started in the background is said to end with the command", async () => {
  const started = await bench.run(["call", "terminal", "command=sleep 60", "background=true"]);
  expect(started).toMatchObject({ code: 0, err: expect.stringContaining("ends with this command") });
  const done = await bench.run(["call", "terminal", "command=echo hi"]);
  expect(done).toMatchObject({ code: 0, out: "hi\n", err: "" });
});

test("a tool that follows another into the toolset can be called alone", async () => {
  const ended = await bench.run(["call", "process", "action=list"]);
  expect(ended).toMatchObject({ code: 0, out: "No background processes in this session.\n" });
});
