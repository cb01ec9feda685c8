// Prevents: a token that others can read, that changes by itself, or that is quietly replaced.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isSameToken, openServerToken } from "./server-token.ts";

let home: string;

beforeEach(() => {
  home = join(mkdtempSync(join(tmpdir(), "wield-token-")), "home");
});
afterEach(() => rmSync(join(home, ".."), { recursive: true, force: true }));

function tokenOf(isNew = false): string {
  const opened = openServerToken(home, isNew);
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
}

test("the token is made once, with 32 random bytes, and for its person alone", () => {
  const token = tokenOf();
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  expect(statSync(join(home, "server.token")).mode & 0o777).toBe(0o600);
  expect(tokenOf()).toBe(token);
});

test("a new one replaces it when that is asked for, and keeps its mode", () => {
  const token = tokenOf();
  const next = tokenOf(true);
  expect(next).not.toBe(token);
  expect(tokenOf()).toBe(next);
  expect(statSync(join(home, "server.token")).mode & 0o777).toBe(0o600);
});

test.each(["", "short", `${"x".repeat(43)} more`, "x".repeat(44)])(
  "a file that holds %j is a fault and left as it is",
  (text) => {
    tokenOf();
    writeFileSync(join(home, "server.token"), text);
    expect(openServerToken(home)).toMatchObject({ ok: false, code: "damaged_token" });
    expect(readFileSync(join(home, "server.token"), "utf8")).toBe(text);
  },
);

test("tokens are the same only when they are equal", () => {
  expect(isSameToken("abc", "abc")).toBe(true);
  for (const other of ["", "ab", "abcd", "abd"]) expect(isSameToken(other, "abc")).toBe(false);
});
