// Prevents: records kept in, or tools let loose on, another folder than the one that was named.
import { existsSync, realpathSync, symlinkSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryPlaces } from "../testing/temporary-places.ts";
import { findPlaces, type PlaceOptions, type Places } from "./places.ts";

const PLACES = temporaryPlaces();

function places(options: Partial<PlaceOptions>): Places {
  const found = findPlaces({ cwd: PLACES.workspace, env: { HOME: PLACES.home }, ...options });
  if (!found.ok) throw new Error(found.message);
  return found.value;
}

test("without variables the home is ~/.wield and the workspace is where it was started", () => {
  expect(places({})).toEqual({
    home: join(PLACES.home, ".wield"),
    configFile: join(PLACES.home, ".wield", "config.yaml"),
    workspaceRoot: PLACES.workspace,
    workspaceName: "work",
    userHome: PLACES.home,
  });
});

test("a flag beats the variable, and ~ and relative names are understood", () => {
  PLACES.write("work/sub/x", "");
  PLACES.write("home/other/x", "");
  const env = { HOME: PLACES.home, WIELD_WORKSPACE: "~/other", WIELD_HOME: "~/elsewhere" };
  expect(places({ env }).workspaceRoot).toBe(join(PLACES.home, "other"));
  expect(places({ env }).home).toBe(join(PLACES.home, "elsewhere"));
  expect(places({ env, workspaceFlag: "sub" }).workspaceRoot).toBe(join(PLACES.workspace, "sub"));
});

test("links are resolved", () => {
  const link = join(PLACES.root, "link");
  symlinkSync(PLACES.workspace, link);
  expect(places({ cwd: link }).workspaceRoot).toBe(realpathSync(PLACES.workspace));
});

test("an empty variable counts as not set", () => {
  const env = { HOME: PLACES.home, WIELD_WORKSPACE: "", WIELD_HOME: "" };
  expect(places({ env })).toEqual(places({}));
});

test("a folder that is none is named with what named it", () => {
  const file = PLACES.write("file", "");
  const env = { HOME: PLACES.home };
  expect(findPlaces({ cwd: PLACES.workspace, env, workspaceFlag: "nope" })).toMatchObject({
    code: "configuration_error",
    message: 'flag --workspace: the workspace "nope" does not exist',
  });
  expect(findPlaces({ cwd: PLACES.workspace, env: { ...env, WIELD_WORKSPACE: file } })).toMatchObject({
    message: `environment WIELD_WORKSPACE: the workspace "${file}" is not a folder`,
  });
  expect(findPlaces({ cwd: PLACES.workspace, env: { ...env, WIELD_HOME: file } })).toMatchObject({
    code: "configuration_error",
  });
});

test("an empty or relative HOME never puts the records into the current folder", () => {
  // That of a user who only runs things need not be there.
  const { homedir } = userInfo();
  const own = existsSync(homedir) ? realpathSync(homedir) : homedir;
  for (const HOME of ["", "relative", "."]) {
    expect(places({ env: { HOME } }).userHome, HOME).toBe(own);
    expect(places({ env: { HOME } }).home, HOME).not.toContain(PLACES.workspace);
  }
});

test("a home below something that is no folder is refused in plain words", () => {
  for (const [env, message] of [
    [{ HOME: "/dev/null" }, 'environment HOME: "/dev/null" is not a folder, so'],
    [
      { HOME: "/", WIELD_HOME: "/dev/null/deep/er" },
      'environment WIELD_HOME: "/dev/null" is not a folder, so',
    ],
  ] as const) {
    const found = findPlaces({ cwd: PLACES.workspace, env });
    expect(found).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  }
});
