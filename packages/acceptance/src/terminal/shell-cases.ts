import { expect, test } from "vitest";
import type { TerminalBench } from "./terminal-bench.ts";

/** What one command leaves for the next, and what it may not. */
export function shellCases(open: () => Promise<TerminalBench>): void {
  test("T-001: folder, variables and environments stay between calls", async () => {
    await using place = await open();
    expect(await place.run("mkdir sub; cd sub")).toBe("(no output)");
    expect(await place.run("pwd")).toBe(`${place.home}/sub\n`);
    await place.run("export X=1");
    expect(await place.run("echo $X; pwd")).toBe(`1\n${place.home}/sub\n`);
    expect(await place.run("(cd /; export X=2); pwd; echo $X")).toBe(`${place.home}/sub\n1\n`);
    await place.run("unset X");
    expect(await place.run("echo [$X]")).toBe("[]\n");
  });

  test("T-001: an activated environment can be left again", async () => {
    await using place = await open();
    await place.run(
      "mkdir -p env/bin; printf '#!/bin/sh\\necho from env\\n' > env/bin/hello; chmod +x env/bin/hello",
    );
    await place.run('_OLD="$PATH"; export _OLD; PATH="$PWD/env/bin:$PATH"; export PATH');
    expect(await place.run("hello")).toBe("from env\n");
    await place.run('PATH="$_OLD"');
    expect(await place.run("hello")).toContain("Exit code 127");
  });

  test("T-001: workdir holds for one command and never moves the session", async () => {
    await using place = await open();
    await place.run("mkdir -p a b; cd a");
    expect(await place.run("pwd; cd /", { workdir: "b" })).toBe(`${place.home}/b\n`);
    expect(await place.run("pwd")).toBe(`${place.home}/a\n`);
    expect(await place.run("pwd", { workdir: "b/c/d" })).toBe(
      `workdir ${place.home}/b/c/d does not exist\nHint: the nearest folder that exists is ${place.home}/b.`,
    );
  });

  test("T-002: options set by one command do not break the next", async () => {
    await using place = await open();
    expect(await place.run("set -eu; false")).toContain("Exit code 1");
    expect(await place.run("echo $UNSET_NAME; echo ok")).toBe("\nok\n");
    expect(
      await place.run("set -x; trap 'echo trapped' EXIT; IFS=x; exec >/dev/null; echo lost"),
    ).not.toMatch(/^lost$/m);
    expect(await place.run("a='1 2'; printf '%s.' $a; false; true")).toBe("1.2.");
  });

  test("T-003: exit ends the command, not the session", async () => {
    await using place = await open();
    await place.run("mkdir sub; export KEEP=1; cd sub");
    const ended = await place.run("exit 3");
    expect(ended).toContain("Exit code 3");
    expect(ended).toContain("… the shell ended; a new one has the same folder and variables");
    expect(await place.run("echo $KEEP; pwd")).toBe(`1\n${place.home}/sub\n`);
    expect(await place.run("exec sh -c 'echo replaced; exit 4'")).toContain("Exit code 4\n\nreplaced");
    expect(await place.run("echo $KEEP; pwd")).toBe(`1\n${place.home}/sub\n`);
  });

  test("T-004: a command that failed is a failure with its code and its output", async () => {
    await using place = await open();
    const outcome = await place.call("terminal", { command: "sh -c 'echo out; exit 7'" });
    expect(outcome).toMatchObject({
      status: "failed",
      code: "nonzero_exit",
      message: "Exit code 7\n\nout\n",
      data: { exit_code: 7, timed_out: false, backend: place.driver.facts.kind },
    });
    const outcomes = await place.bench.batch([
      { tool: "terminal", input: { command: "sh -c 'echo out; exit 7'" } },
      { tool: "terminal", input: { command: "echo next" } },
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["failed", "ok"]);
  });

  test("T-004: a signal is named", async () => {
    await using place = await open();
    expect(await place.run("sh -c 'echo before; kill -SEGV $$'")).toContain(
      "Ended by SIGSEGV (exit code 139)",
    );
  });

  test("T-008: a program that reads its input gets the end at once", async () => {
    await using place = await open();
    expect(await place.run("cat")).toBe("(no output)");
    expect(await place.run('read a; echo "[$a]"')).toBe("[]\n");
    expect(await place.run("sh")).toBe("(no output)");
  });

  test("T-011: the tool's own text never lands in a user's file", async () => {
    await using place = await open();
    expect(await place.run("cat > f <<EOF\nhi\nEOF")).toBe("(no output)");
    expect(await place.run("cat f")).toBe("hi\n");
    expect(await place.run("cat > g <<'EOF'\n$HOME `x` \\\n'\"\nEOF\nwc -c < g")).toMatch(/^\s*15\n$/);
  });

  test("T-012: unfinished input is reported and the session goes on", async () => {
    await using place = await open();
    await place.run("mkdir sub; cd sub");
    for (const command of [
      "echo 'a",
      'echo "a',
      "cat <<EOF",
      "if true; then",
      "echo ran; (",
      "echo $(ls",
      "{ echo a;",
    ]) {
      const outcome = await place.call("terminal", { command });
      expect(outcome, command).toMatchObject({ status: "failed", code: "unfinished_input" });
    }
    expect(await place.run("echo next; pwd")).toBe(`next\n${place.home}/sub\n`);
  });

  test.each([
    ["a single quote", /quote/, "echo 'a"],
    ["a here-document", /here-document/, "cat <<EOF\nno end"],
    ["a double quote", /quote/, 'echo "a'],
    ["a block", /block/, "while true; do"],
  ])("T-012: what is open is named: %s", async (_what, name, command) => {
    await using place = await open();
    expect(await place.run(command)).toMatch(name);
  });

  test("T-012: what only looks open runs", async () => {
    await using place = await open();
    expect(await place.run("echo \"it's\"; echo '\"'; echo a#b # it's")).toBe("it's\n\"\na#b\n");
    expect(await place.run("echo $((1<<2)); case x in (x) echo y;; esac")).toBe("4\ny\n");
    expect(await place.run("echo a \\\n b")).toBe("a b\n");
  });

  test("T-013: the end of a command does not depend on prompt or output", async () => {
    await using place = await open();
    await place.run("PS1='> '; PROMPT_COMMAND='echo hi'; export PS1 PROMPT_COMMAND");
    expect(await place.run("true")).toBe("(no output)");
    expect(await place.run("printf 'no newline'")).toBe("no newline");
    const fake = "printf 'ended\\0371\\0370\\0370\\0371 end\\037same\\037/\\0'; echo after";
    expect(await place.run(fake)).toContain("after\n");
    expect(await place.run("echo still here")).toBe("still here\n");
  });

  test("T-014: escape sequences are removed even when cut in two", async () => {
    await using place = await open();
    expect(await place.run("printf '\\033[3'; sleep 0.1; printf '1mRED\\033[0m\\n'")).toBe("RED\n");
    expect(await place.run("printf '10%%\\r50%%\\r100%%\\ndone\\r\\n'")).toBe("100%\ndone\r\n");
  });

  test("U-001: a character cut between two reads stays whole", async () => {
    await using place = await open();
    expect(await place.run("printf '\\360\\237'; sleep 0.1; printf '\\230\\200\\n'")).toBe("😀\n");
    expect(await place.run("printf 'a\\377b'")).toBe(
      "a\ufffdb\n… bytes that are no UTF-8 are shown as \ufffd",
    );
  });

  test("the folder of the session may be gone", async () => {
    await using place = await open();
    await place.run("mkdir gone; cd gone");
    await place.run("rmdir ../gone");
    expect(await place.run("pwd")).toBe(
      `${place.home}\n… the folder ${place.home}/gone is gone; the command ran in ${place.home}`,
    );
  });

  test("sessions do not share a shell, and one does not wait for the other", async () => {
    await using place = await open();
    const slow = place.run("export A=1; sleep 3; echo slow");
    const other = place.run("echo [$A]", {}, { sessionId: "ses_other" });
    expect(await Promise.race([slow, other])).toBe("[]\n");
    expect(await slow).toBe("slow\n");
  });
}
