import { expect, test } from "vitest";
import { eventually, type TerminalBench, uniqueSleep } from "./terminal-bench.ts";

/** Commands that have to be ended, or that leave something behind. */
export function endCases(open: () => Promise<TerminalBench>): void {
  const noneLeft = (place: TerminalBench, text: string): Promise<number> =>
    eventually(
      () => place.alive(text),
      (count) => count === 0,
    );

  test("T-005: a time limit gives back what there is", async () => {
    await using place = await open();
    await place.run("mkdir sub; cd sub; export A=1");
    const before = performance.now();
    const outcome = await place.call("terminal", { command: "echo start; sleep 30", timeout: 1 });
    expect(performance.now() - before).toBeLessThan(30_000);
    expect(outcome).toMatchObject({
      status: "failed",
      code: "timeout",
      message: "timed out after 1 s; the command and everything it started were ended\n\nstart\n",
      data: { timed_out: true },
    });
    expect(await place.run("echo $PWD $A")).toBe(`${place.home}/sub 1\n`);
  });

  test("T-006: a time limit ends the whole tree, also what ignores it and what began its own session", async () => {
    await using place = await open();
    const [ignoring, apart] = [uniqueSleep(611), uniqueSleep(612)];
    await place.run(`sh -c 'trap "" TERM; sleep ${ignoring} & sleep ${ignoring}'`, { timeout: 1 });
    expect(await noneLeft(place, `sleep ${ignoring}`)).toBe(0);
    await place.run(`setsid sleep ${apart} & wait`, { timeout: 1 });
    expect(await noneLeft(place, `sleep ${apart}`)).toBe(0);
  });

  test("T-006: a loop of the shell itself is ended, and the session goes on", async () => {
    await using place = await open();
    const shell = await place.run("echo $$");
    expect(await place.run("while :; do :; done", { timeout: 1 })).toContain("timed out after 1 s");
    expect(await place.run("echo $$")).toBe(shell);
  });

  test("a cancelled call ends its command and keeps what it wrote", async () => {
    await using place = await open();
    const sleep = uniqueSleep(615);
    const controller = new AbortController();
    const called = place.call(
      "terminal",
      { command: `echo begun; sleep ${sleep}` },
      {
        signal: controller.signal,
        onProgress: ({ message }) => message.includes("begun") && controller.abort(),
      },
    );
    expect(await called).toMatchObject({
      status: "cancelled",
      code: "cancelled",
      message: expect.stringMatching(/^cancelled after [\d.]+ s\n\nbegun\n$/),
    });
    expect(await noneLeft(place, `sleep ${sleep}`)).toBe(0);
  });

  test("T-009: a background child does not hold the call, and what it writes is no output of the next", async () => {
    await using place = await open();
    const sleep = uniqueSleep(616);
    const before = performance.now();
    const said = await place.run(`sleep ${sleep} & echo done`);
    expect(performance.now() - before).toBeLessThan(30_000);
    expect(said).toMatch(/^done\n… still running: PID \d+ \(sleep\)$/);
    const quiet = await place.run(`sleep ${sleep} </dev/null >/dev/null 2>&1 & echo done`);
    expect(quiet).toMatch(/^done\n… still running: PID \d+ \(sleep\)$/);
    await place.run("(while sleep 0.05; do echo noise; done) & echo started");
    expect(await place.run("sleep 0.4; echo clean")).toBe("clean\n");
    await place.endSession("ses_test");
    expect(await noneLeft(place, `sleep ${sleep}`)).toBe(0);
  });

  test("a child that began its own session is told, and is ended with the session", async () => {
    await using place = await open();
    const sleep = uniqueSleep(617);
    expect(
      await place.run(`setsid sleep ${sleep} >/dev/null 2>&1 </dev/null & sleep 0.2; echo done`),
    ).toMatch(/still running: PID \d+ \(sleep\)/);
    await place.endSession("ses_test");
    expect(await noneLeft(place, `sleep ${sleep}`)).toBe(0);
  });

  test("a shell that dies is replaced, and its folder and variables are kept", async () => {
    await using place = await open();
    await place.run("mkdir sub; cd sub; export A=1");
    const said = await place.run("kill -9 $$; sleep 5");
    expect(said).toContain("the shell ended; a new one has the same folder and variables");
    expect(await place.run("pwd; echo $A")).toBe(`${place.home}/sub\n1\n`);
  });

  test("L-003: endless output is bounded and the limit still works", async () => {
    await using place = await open();
    const outcome = await place.call("terminal", { command: "yes 'a line'", timeout: 2 });
    expect(outcome).toMatchObject({ status: "failed", code: "timeout" });
    expect(outcome.call.durationMs).toBeLessThan(30_000);
    expect(await place.run("echo next")).toBe("next\n");
  });

  test("L-004: the end of a failure is kept", async () => {
    await using place = await open();
    const said = await place.run(
      "seq 1 200000; echo FATAL: disk full >&2; exit 3",
      {},
      {
        settings: { maxOutputChars: 30_000 },
      },
    );
    expect(said).toContain("Exit code 3");
    expect(said).toContain("FATAL: disk full");
    expect(said).toMatch(/… \d+ characters cut/);
  });
}
