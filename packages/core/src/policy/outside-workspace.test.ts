// Prevents: a refusal that does not say where work is allowed, and a root taken for more than it is.
import { expect, test } from "vitest";
import type { PathZone, ResolvedPath } from "../ports/paths.ts";
import { outsideWorkspace } from "./outside-workspace.ts";

const workspace = { root: "/w", writeRoots: ["/out"], readRoots: ["/ref"], home: "/home/me" };

const pathIn = (zone: PathZone): ResolvedPath => ({
  given: "../x",
  real: "/x",
  display: "/x",
  zone,
  exists: true,
  lineage: [],
});

test("inside the workspace and write roots everything is allowed, read roots are for reading", () => {
  for (const access of ["read", "write", "delete"] as const) {
    expect(outsideWorkspace(pathIn("workspace"), workspace, access)).toBeUndefined();
    expect(outsideWorkspace(pathIn("write_root"), workspace, access)).toBeUndefined();
  }
  expect(outsideWorkspace(pathIn("read_root"), workspace, "read")).toBeUndefined();
});

test("a refusal names the workspace and the roots, and where reading alone is allowed it says so", () => {
  expect(outsideWorkspace(pathIn("outside"), workspace, "read")).toMatchObject({
    code: "policy_denied",
    message: 'path "../x" is outside the workspace (/w)',
    hint: "reading is allowed in: /w, /out, /ref",
  });
  expect(outsideWorkspace(pathIn("read_root"), workspace, "write")).toMatchObject({
    code: "policy_denied",
    hint: "writing is allowed in: /w, /out; reading is allowed there",
  });
  expect(outsideWorkspace(pathIn("outside"), workspace, "delete")).toMatchObject({
    hint: "deleting is allowed in: /w, /out",
  });
});

test("folders that only narrow close the workspace around them and open nothing outside it", () => {
  const narrowed = { ...workspace, onlyWithin: ["/w/in", "/x"] };
  const at = (real: string, zone: PathZone): ResolvedPath => ({ ...pathIn(zone), real });
  expect(outsideWorkspace(at("/w/in/a.txt", "workspace"), narrowed, "write")).toBeUndefined();
  expect(outsideWorkspace(at("/w/in", "workspace"), narrowed, "read")).toBeUndefined();
  expect(outsideWorkspace(at("/w/inner", "workspace"), narrowed, "read")).toMatchObject({
    code: "policy_denied",
    message: 'path "../x" is outside the folders this client opened (/w/in, /x)',
  });
  expect(outsideWorkspace(at("/x/y", "outside"), narrowed, "read")).toMatchObject({
    message: 'path "../x" is outside the workspace (/w)',
  });
  expect(outsideWorkspace(at("/ref/a", "read_root"), narrowed, "read")?.code).toBe("policy_denied");
});
