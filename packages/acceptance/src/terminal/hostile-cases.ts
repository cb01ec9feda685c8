import { expect, test } from "vitest";
import type { TerminalBench } from "./terminal-bench.ts";

/** Commands that change what the shell works with, and what a later command sees of it. */
export function hostileCases(open: () => Promise<TerminalBench>): void {
  test.each([
    [
      "an IFS that holds the digits of an exit code",
      "IFS=0123456789abcdef; sh -c 'exit 7'",
      /^Exit code 7\n\n\(no output\)$/,
    ],
    ["input lines that are shown", "set -v; echo v", /^v\n$/],
    ["commands that are shown", "set -x; echo x", /^\++ echo x\nx\n$/],
    ["closed outputs", "exec >&- 2>&-; true", /^\(no output\)$/],
    ["a read-only name of ours", "readonly __wield_n=1 __wield_cmd=2 __wield_next=3; echo set", /^set\n/],
    ["no descriptor left, in success", "ulimit -n 3; echo d", /^d\n(?!.*exit)/s],
    ["no descriptor left, in failure", "ulimit -n 3; (exit 7)", /^Exit code 7\n(?!.*exit:)/s],
    ["a mask that lets nobody read", "umask 777; echo m", /^m\n$/],
    ["its whole group ended", "kill -9 0; sleep 9", /^Ended by SIGKILL \(exit code 137\)/],
    ["its parent stopped", "kill -STOP $PPID; echo s", /^s\n/],
    ["traps for everything", "trap '' INT TERM HUP; trap 'echo bye' EXIT; echo t", /^t\nbye\n/],
    [
      "a name that starts programs",
      "export ENV=/no/such BASH_ENV=/no/such PROMPT_COMMAND='echo pc'; echo e",
      /^e\n$/,
    ],
    ["no state folder", 'rm -rf "$__wield_dir"; echo r', /^r\n/],
    ["a file in place of the state folder", 'rm -rf "$__wield_dir"; : > "$__wield_dir"; echo f', /^f\n/],
    ["a state folder nobody may enter", 'chmod 000 "$__wield_dir"; echo c', /^c\n/],
  ])("a command cannot disturb what follows: %s", async (_, command, said) => {
    await using place = await open();
    await place.run("mkdir sub; cd sub; export KEPT='a b'");
    expect(await place.run(command)).toMatch(said);
    expect(await place.run("echo still $((20 + 3)); sh -c 'exit 4'")).toMatch(/^Exit code 4\n\nstill 23\n/);
  });

  test("a state folder that was removed is made anew, and nothing is lost", async () => {
    await using place = await open();
    await place.run("mkdir sub; cd sub; export KEPT=1");
    await place.run('rm -rf "$__wield_dir"; export MORE=2');
    expect(await place.run("echo $KEPT $MORE; basename $PWD")).toBe("1 2\nsub\n");
  });

  test("a state that cannot be written whole is not taken over in part", async () => {
    await using place = await open();
    await place.run("export KEPT='a b'");
    const said = await place.run(
      "trap '' XFSZ; ulimit -f 1; LONG=$(head -c 9000 /dev/zero | tr '\\0' x); export LONG ZLAST=1; echo written",
    );
    expect(said).toContain("written\n");
    expect(await place.run('echo "$KEPT"; ls -d /')).toBe("a b\n/\n");
  });

  test("a variable of a megabyte stays, and can be unset", async () => {
    await using place = await open();
    await place.run("BIG=$(head -c 1000000 /dev/zero | tr '\\0' x); export BIG; export KEPT=1");
    expect(await place.run("echo ${#BIG} $KEPT")).toBe("1000000 1\n");
    await place.run("unset BIG");
    expect(await place.run("echo ${#BIG}; sh -c 'echo $KEPT'")).toBe("0\n1\n");
  });
}
