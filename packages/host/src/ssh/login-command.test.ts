// Prevents: a server that starts nothing because its user's login shell is none of the family of sh, or a script that
// such a shell changes on its way.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { loginCommand } from "./login-command.ts";

const SCRIPT = `printf '%s|' 'it'\\''s' "a\\\\b" '!!' '%s' '\\0101' "$#"
case x in
  x) printf '%s' "\${UNSET-é}";;
esac`;

test("a script comes to /bin/sh as it is, whatever it holds", () => {
  const said = execFileSync("/bin/sh", ["-c", loginCommand(SCRIPT)], { encoding: "utf8" });
  expect(said).toBe("it's|a\\b|!!|%s|\\0101|0|é");
});

test("the shell of a login sees nothing that csh or fish read in another way than sh", () => {
  const command = loginCommand(SCRIPT);
  expect(command).not.toMatch(/[\n!]/);
  // Quotes are where the words are and nowhere else, and no backslash stands before one or before another.
  expect(command.split("'")).toHaveLength(5);
  expect(command).not.toMatch(/\\['\\]/);
});
