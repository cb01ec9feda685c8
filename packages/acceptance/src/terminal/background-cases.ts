import { type CallOutcome, renderOutcome } from "@wield/core";
import { expect, test } from "vitest";
import { eventually, type TerminalBench, uniqueSleep } from "./terminal-bench.ts";

type Look = {
  readonly process_id: string;
  readonly status: string;
  readonly output: string;
  readonly exit_code?: number;
  readonly next_offset: number;
  readonly has_more: boolean;
  readonly truncated: boolean;
};

/** Commands in the background. */
export function backgroundCases(open: () => Promise<TerminalBench>): void {
  const start = async (place: TerminalBench, command: string, more: object = {}): Promise<string> => {
    const outcome = await place.call("terminal", { command, background: true, ...more });
    expect(outcome).toMatchObject({ status: "ok" });
    return (outcome.data as { process_id: string }).process_id;
  };
  const look = async (place: TerminalBench, action: string, id: string, more: object = {}): Promise<Look> => {
    const outcome = await place.call("process", { action, process_id: id, ...more });
    expect(outcome, renderOutcome(outcome)).toMatchObject({ status: "ok" });
    return outcome.data as Look;
  };
  const ended = (place: TerminalBench, id: string): Promise<Look> =>
    eventually(
      () => look(place, "log", id),
      ({ status }) => status !== "running",
    );

  test("T-016: a background job is handed back at once and read piece by piece", async () => {
    await using place = await open();
    const id = await start(place, "sleep 0.3; echo a; read go; echo b");
    expect(id).toMatch(/^proc_/);
    expect((await look(place, "wait", id, { until: "a" })).output).toBe("a\n");
    await look(place, "write", id, { input: "go\n" });
    await ended(place, id);
    expect((await look(place, "poll", id)).output).toBe("b\n");
    expect((await look(place, "poll", id)).output).toBe("");
    expect((await look(place, "log", id, { offset: 0 })).output).toBe("a\nb\n");
  });

  test("a job starts with the folder, variables and environment of the shell", async () => {
    await using place = await open();
    await place.run("mkdir sub; cd sub; export A='x y'");
    const id = await start(place, 'pwd; echo "$A"');
    expect((await ended(place, id)).output).toBe(`${place.home}/sub\nx y\n`);
  });

  test("each byte is given once, also to two looks at once", async () => {
    await using place = await open();
    const id = await start(place, "seq 1 20000");
    await ended(place, id);
    const pages: string[] = [];
    for (;;) {
      const both = await Promise.all([look(place, "poll", id), look(place, "poll", id)]);
      pages.push(...both.map(({ output }) => output));
      if (both.every(({ output }) => output === "")) break;
    }
    expect(pages.join("")).toBe(Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join(""));
  });

  test("the log is read page by page, each ending at a line", async () => {
    await using place = await open();
    const id = await start(place, "seq 1 20000");
    await ended(place, id);
    let offset = 0;
    let text = "";
    for (;;) {
      const page = await look(place, "log", id, { offset });
      expect(page.output.endsWith("\n")).toBe(true);
      text += page.output;
      offset = page.next_offset;
      if (!page.has_more) break;
    }
    expect(text).toBe(Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join(""));
    expect(await place.call("process", { action: "log", process_id: id, offset: offset + 1 })).toMatchObject({
      status: "failed",
      code: "past_end",
    });
  });

  test("T-017: killing a job ends its children", async () => {
    await using place = await open();
    const sleep = uniqueSleep(613);
    const id = await start(place, `sh -c 'sleep ${sleep} & echo up; sleep ${sleep}'`);
    await look(place, "wait", id, { until: "up" });
    expect(await look(place, "kill", id)).toMatchObject({ status: "cancelled" });
    expect(
      await eventually(
        () => place.alive(`sleep ${sleep}`),
        (count) => count === 0,
      ),
    ).toBe(0);
  });

  test("T-018: the end of a job says how it ended", async () => {
    await using place = await open();
    const limited = await start(place, "sleep 100", { timeout: 1 });
    const failing = await start(place, "exit 4");
    expect(await ended(place, failing)).toMatchObject({ status: "failed", exit_code: 4 });
    expect(await ended(place, limited)).toMatchObject({ status: "timed_out" });
    const done = await start(place, "true");
    expect(await ended(place, done)).toMatchObject({ status: "completed", exit_code: 0 });
  });

  test("T-019: a job belongs to its session", async () => {
    await using place = await open();
    const [mine, theirs] = [uniqueSleep(618), uniqueSleep(619)];
    const id = await start(place, `sleep ${mine}`);
    const other = { sessionId: "ses_b" };
    await place.call("terminal", { command: `sleep ${theirs}`, background: true }, other);
    expect(await place.call("process", { action: "poll", process_id: id }, other)).toMatchObject({
      status: "failed",
      code: "unknown_process",
      message: `no process ${id} in this session`,
    });
    await place.endSession("ses_test");
    expect(await place.alive(`sleep ${mine}`)).toBe(0);
    expect(await place.alive(`sleep ${theirs}`)).toBeGreaterThan(0);
  });

  test("T-020: a finished job can still be read and killed without harm", async () => {
    await using place = await open();
    const id = await start(place, "sh -c 'echo hi; exit 3'");
    expect((await ended(place, id)).output).toBe("hi\n");
    const killed = await place.call("process", { action: "kill", process_id: id });
    expect(killed.status).toBe("ok");
    expect(renderOutcome(killed)).toContain("already ended (exit 3)");
    expect(await look(place, "poll", id)).toMatchObject({ status: "failed", exit_code: 3 });
  });

  test("input is sent and closed; an ended job takes none", async () => {
    await using place = await open();
    const id = await start(place, "cat");
    await look(place, "write", id, { input: "one\n" });
    expect((await look(place, "wait", id, { until: "one" })).output).toBe("one\n");
    await look(place, "write", id, { input: "two", eof: true });
    expect(await ended(place, id)).toMatchObject({ status: "completed", output: "one\ntwo" });
    expect(await place.call("process", { action: "write", process_id: id, input: "x" })).toMatchObject({
      status: "failed",
      code: "not_running",
      message: `${id} has ended (exit code 0); nothing was sent`,
    });
  });

  test("input for a job that never reads waits within bounds, and the job can be ended", async () => {
    await using place = await open();
    const id = await start(place, "exec sleep 100");
    const send = (): Promise<CallOutcome> =>
      place.call("process", { action: "write", process_id: id, input: "x".repeat(500_000) });
    const said: string[] = [];
    let last = await send();
    for (let count = 0; count < 60 && last.status === "ok"; count += 1) {
      said.push(renderOutcome(last));
      last = await send();
    }
    expect(said.join()).toContain("has not read all of its input yet");
    expect(last).toMatchObject({ status: "failed", code: "not_running" });
    const [killed, written] = await Promise.all([look(place, "kill", id), send()]);
    expect(killed).toMatchObject({ status: "cancelled" });
    expect(written).toMatchObject({ status: "failed", code: "not_running" });
  });

  test("wait comes back when its time is over, with the job running", async () => {
    await using place = await open();
    const id = await start(place, "echo here; sleep 100");
    const before = performance.now();
    expect(await look(place, "wait", id, { timeout: 1 })).toMatchObject({
      status: "running",
      output: "here\n",
    });
    expect(performance.now() - before).toBeLessThan(60_000);
  });

  test("list is one line per job, the oldest first", async () => {
    await using place = await open();
    expect(renderOutcome(await place.call("process", { action: "list" }))).toBe(
      "No background processes in this session.",
    );
    const first = await start(place, "sleep 100");
    const second = await start(place, "exit 4");
    await ended(place, second);
    const lines = renderOutcome(await place.call("process", { action: "list" })).split("\n");
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^${first} — running \\(pid \\d+, \\d+ s\\): sleep 100$`)),
      expect.stringMatching(new RegExp(`^${second} — failed \\(exit code 4, \\d+ s\\): exit 4$`)),
    ]);
  });

  test("a text that comes behind megabytes of output is waited for", async () => {
    await using place = await open();
    const id = await start(place, "head -c 8000000 /dev/zero | tr '\\0' x; echo; echo RE''ADY; sleep 100");
    const before = performance.now();
    const waited = await look(place, "wait", id, { until: "READY", timeout: 600 });
    expect(performance.now() - before).toBeLessThan(300_000);
    expect(waited).toMatchObject({ status: "running", has_more: true });
    const { output } = await look(place, "log", id, { offset: 7_999_990 });
    expect(output).toMatch(/^x+\nREADY\n$/);
  });
}
