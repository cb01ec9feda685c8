// Prevents: a tool that reads the vault, rewrites the journal or plants code, by whatever name it reaches it.
import { expect, test } from "vitest";
import type { FloorPlaces } from "../ports/floor.ts";
import type { FileIdentity, ResolvedPath, Workspace } from "../ports/paths.ts";
import { pathAt, WORKSPACE } from "../testing/guarded-call-fixture.ts";
import { below, floorVerdict, type PathUse } from "./floor.ts";

const HOME_ID: FileIdentity = { device: "1", inode: "100" };
const JOURNAL_ID: FileIdentity = { device: "1", inode: "101" };
const CONFIG_ID: FileIdentity = { device: "1", inode: "200" };
const OTHER_ID: FileIdentity = { device: "2", inode: "101" };

const floor: FloorPlaces = {
  home: "/home/me/.wield",
  homeIdentity: HOME_ID,
  isHomeFile: (identity) => identity.device === "1" && identity.inode === "101",
  isWorkspaceConfig: (identity) => identity.device === "1" && identity.inode === "200",
};

function verdict(
  use: PathUse,
  real: string,
  more: Partial<ResolvedPath> = {},
  workspace: Workspace = WORKSPACE,
) {
  return floorVerdict(use, pathAt(real, more), { floor, workspace })?.decision ?? "free";
}

test.each([
  ["/home/me/.wield", "deny", "deny"],
  ["/home/me/.wield/journal/a.jsonl", "deny", "deny"],
  ["/home/me/.wield/vault.json", "deny", "deny"],
  ["/home/me/.wield/approvals/apr_1", "deny", "deny"],
  ["/home/me/.wield/undo/x", "deny", "deny"],
  ["/home/me/.wield/new-file", "deny", "deny"],
  ["/home/me/.wield/config.yaml", "free", "deny"],
  ["/home/me/.wield/config.yaml/x", "deny", "deny"],
  ["/home/me/.wield/tools/x.ts", "free", "ask"],
  ["/home/me/.wield/skills", "free", "ask"],
  ["/home/me/.wield/toolsx/x.ts", "deny", "deny"],
  ["/home/me/.wieldx/a", "free", "free"],
  ["/home/me/a", "free", "free"],
  ["/w/a.txt", "free", "free"],
  ["/w/.wield/config.yaml", "free", "deny"],
  ["/w/.wield/CONFIG.yaml", "free", "deny"],
  ["/w/sub/.wield/config.yaml", "free", "free"],
  ["/w/.wield", "free", "ask"],
  ["/w/.wield/tools/x.ts", "free", "ask"],
  ["/w/.wield/skills/s/SKILL.md", "free", "ask"],
  ["/w/.wield/hooks/h.sh", "free", "ask"],
  ["/w/.wield/pads/p.json", "free", "free"],
  ["/w/.git", "free", "ask"],
  ["/w/.git/hooks/pre-commit", "free", "ask"],
  ["/w/sub/deep/.git/config", "free", "ask"],
  ["/w/.GIT/config", "free", "ask"],
  ["/w/.husky/pre-commit", "free", "ask"],
  ["/w/.vscode/tasks.json", "free", "ask"],
  ["/w/.envrc", "free", "ask"],
  ["/w/sub/.envrc", "free", "ask"],
  ["/w/.gitignore", "free", "free"],
  ["/w/git/config", "free", "free"],
])("R-011: reading and changing %s: %s and %s", (real, reading, changing) => {
  expect([verdict("read", real), verdict("change", real)]).toEqual([reading, changing]);
});

test("R-011: the home is closed by any spelling, mount or hard link", () => {
  for (const use of ["read", "change"] as const) {
    expect(verdict(use, "/mnt/x", { identity: HOME_ID })).toBe("deny");
    expect(verdict(use, "/mnt/x/journal/a", { lineage: [OTHER_ID, HOME_ID] })).toBe("deny");
    expect(verdict(use, "/mnt/x/tools/a", { lineage: [HOME_ID] })).toBe("deny");
    expect(verdict(use, "/w/a.txt", { identity: JOURNAL_ID, links: 2 })).toBe("deny");
    expect(verdict(use, "/w/a.txt", { identity: JOURNAL_ID, links: 1 })).toBe("free");
    expect(verdict(use, "/w/a.txt", { identity: OTHER_ID, links: 2 })).toBe("free");
  }
});

test("R-011: the workspace's configuration is not changed by another name of it", () => {
  expect(verdict("change", "/w/a.txt", { identity: CONFIG_ID, links: 2 })).toBe("deny");
  expect(verdict("read", "/w/a.txt", { identity: CONFIG_ID, links: 2 })).toBe("free");
});

test("R-011: it holds where the workspace is the home folder, or lies in WIELD_HOME", () => {
  const asHome = { ...WORKSPACE, root: "/home/me" };
  expect(verdict("read", "/home/me/.wield/journal/a", {}, asHome)).toBe("deny");
  expect(verdict("change", "/home/me/.wield/config.yaml", {}, asHome)).toBe("deny");
  expect(verdict("change", "/home/me/.wield/tools/x.ts", {}, asHome)).toBe("ask");
  const inside = { ...WORKSPACE, root: "/home/me/.wield/sessions" };
  expect(verdict("read", "/home/me/.wield/sessions/a", {}, inside)).toBe("deny");
});

test("a folder that is not there yet protects its place by name", () => {
  const { homeIdentity: _none, ...withoutIdentity } = floor;
  expect(
    floorVerdict("read", pathAt("/home/me/.wield/vault"), { floor: withoutIdentity, workspace: WORKSPACE })
      ?.decision,
  ).toBe("deny");
});

test("what lies below a folder is told by whole names", () => {
  expect([below("/a", "/a"), below("/a", "/a/b"), below("/a", "/ab"), below("/", "/a")]).toEqual([
    "",
    "b",
    undefined,
    "a",
  ]);
});
