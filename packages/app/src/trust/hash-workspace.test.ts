// Prevents: a workspace whose code was exchanged after its person trusted it.
import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryPlaces } from "../testing/temporary-places.ts";
import { hashWorkspace } from "./hash-workspace.ts";

function workspace(files: Readonly<Record<string, string>>) {
  const places = temporaryPlaces();
  for (const [name, content] of Object.entries(files)) places.write(`work/.wield/${name}`, content);
  return join(places.workspace, ".wield");
}

const hashOf = (folder: string): string => {
  const state = hashWorkspace(folder);
  return state.kind === "something" ? state.hash : state.kind;
};

const FILES = {
  "config.yaml": "a: 1\n",
  "tools/a.ts": "1",
  "tools/b/_c.txt": "2",
  "skills/s.md": "3",
  "hooks/h.sh": "4",
};

test("the same content gives the same hash, wherever it lies and in whatever order it was made", () => {
  const backwards = Object.fromEntries(Object.entries(FILES).toReversed());
  expect(hashOf(workspace(FILES))).toBe(hashOf(workspace(backwards)));
  expect(hashOf(workspace(FILES))).toMatch(/^[0-9a-f]{64}$/);
});

test("every change of what could run changes the hash", () => {
  const before = hashOf(workspace(FILES));
  const changes: Readonly<Record<string, (folder: string) => void>> = {
    "the configuration": (folder) => writeFileSync(join(folder, "config.yaml"), "a: 2\n"),
    "a tool": (folder) => writeFileSync(join(folder, "tools/a.ts"), "2"),
    "a helper": (folder) => writeFileSync(join(folder, "tools/b/_c.txt"), "3"),
    "a new file": (folder) => writeFileSync(join(folder, "tools/.new"), ""),
    "a file gone": (folder) => unlinkSync(join(folder, "hooks/h.sh")),
    "a file renamed": (folder) => renameSync(join(folder, "skills/s.md"), join(folder, "skills/t.md")),
    "a file moved": (folder) => renameSync(join(folder, "skills/s.md"), join(folder, "hooks/s.md")),
    "a link in the place of a file": (folder) => {
      renameSync(join(folder, "tools/a.ts"), join(folder, "a.ts"));
      symlinkSync("../a.ts", join(folder, "tools/a.ts"));
    },
    "content that moves across names": (folder) => {
      writeFileSync(join(folder, "tools/a.ts"), "");
      writeFileSync(join(folder, "tools/a.ts1"), "");
    },
  };
  for (const [what, change] of Object.entries(changes)) {
    const folder = workspace(FILES);
    change(folder);
    expect(hashOf(folder), what).not.toBe(before);
  }
});

test("data beside them changes nothing", () => {
  const folder = workspace({ ...FILES, "pads/x.json": "1", "screenshots/y.png": "2", "notes.md": "3" });
  expect(hashOf(folder)).toBe(hashOf(workspace(FILES)));
});

test("where a link points is part of the hash, what stands there is not read", () => {
  const folder = workspace({});
  mkdirSync(join(folder, "tools"), { recursive: true });
  symlinkSync("/etc/hostname", join(folder, "tools/a.ts"));
  const first = hashOf(folder);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  unlinkSync(join(folder, "tools/a.ts"));
  symlinkSync("/no/such/file", join(folder, "tools/a.ts"));
  expect(hashOf(folder)).not.toBe(first);
});

test("no folder and nothing in it is nothing to trust", () => {
  expect(hashOf(join(temporaryPlaces().workspace, ".wield"))).toBe("nothing");
  const folder = workspace({ "pads/x": "1" });
  expect(hashOf(folder)).toBe("nothing");
  mkdirSync(join(folder, "tools/empty"), { recursive: true });
  expect(hashOf(folder)).toBe("nothing");
});

test("a folder that is a link, or a file, cannot be trusted", () => {
  const folder = workspace({});
  const places = temporaryPlaces();
  symlinkSync(join(places.root, "home"), folder);
  expect(hashOf(folder)).toBe("unusable");
  rmSync(folder);
  writeFileSync(folder, "");
  expect(hashOf(folder)).toBe("unusable");
});

test("a pipe is named and not waited for", () => {
  const folder = workspace({ "tools/a.ts": "1" });
  execFileSync("mkfifo", [join(folder, "tools/pipe.ts")]);
  expect(hashWorkspace(folder)).toMatchObject({ files: ["tools/a.ts", "tools/pipe.ts"] });
});

test("too much to look through cannot be trusted", () => {
  const large = workspace({ "tools/big.bin": "" });
  truncateSync(join(large, "tools/big.bin"), 65 * 1024 * 1024);
  expect(hashWorkspace(large)).toMatchObject({ kind: "unusable", reason: "it holds more than 64 MB" });
  const many = workspace({ "tools/x": "" });
  for (let index = 0; index < 5000; index += 1) writeFileSync(join(many, `tools/f${index}`), "");
  expect(hashWorkspace(many)).toMatchObject({ kind: "unusable", reason: "it holds more than 5000 files" });
});

test("the bytes of each file are known by its name", () => {
  const state = hashWorkspace(workspace({ "tools/a.ts": "1" }));
  expect(state.kind === "something" ? [...state.contents] : []).toEqual([
    ["tools/a.ts", "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"],
  ]);
});
