// Prevents: a `cd` or an export that is forgotten because its command was taken for one that changes nothing.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { leavesShellAlone } from "./leaves-shell-alone.ts";

test.each([
  "printf ok",
  "git status",
  "npm test 2>&1 | tail -5",
  'grep -rn "a;b" src && echo "$HOME" > out.txt',
  "ls -la; pwd",
  "sleep 1 &",
  "/usr/bin/make -j4",
  "env A=1 node x.js",
  "",
])("%s leaves the shell alone", (command) => {
  expect(leavesShellAlone(command)).toBe(true);
});

test.each([
  "cd sub",
  "ls; cd sub",
  "ls\ncd sub",
  "ls &&cd sub",
  "X=1",
  "X=1 ls",
  "X+=1",
  "a[1]=2",
  "export X",
  "source env",
  ". env",
  "$CMD x",
  '"cd" sub',
  "c'd' sub",
  "\\cd sub",
  "builtin cd x",
  "command cd x",
  "time cd x",
  "! cd x",
  "if true; then cd x; fi",
  "{ cd x; }",
  "echo ${X:=1}",
  "echo $((X=1))",
  "printf -v X ok",
  "printf -vX ok",
  "cat <<EOF\ncd\nEOF",
  "> f cd x",
  "2>f cd x",
  "f() { :; }",
  "exit 3",
  "echo a # x\ncd y",
  "echo 'open",
  "~/x; cd y",
  "cd",
  "echo $[X=1]",
])("%s may change it", (command) => {
  expect(leavesShellAlone(command)).toBe(false);
});

test("every builtin of bash is either known to change the shell or known not to", () => {
  const builtins = execFileSync("bash", ["-c", "compgen -b; compgen -k"], { encoding: "utf8" })
    .trim()
    .split("\n");
  const harmless = builtins.filter((name) => leavesShellAlone(name));
  expect(harmless.toSorted()).toEqual(["echo", "false", "kill", "printf", "pwd", "test", "true", "type"]);
});
