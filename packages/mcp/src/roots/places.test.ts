// Prevents: a client's folders that decide where an operator already has, and URIs read for more than they say.
import { expect, test } from "vitest";
import { choosePlaces } from "./places.ts";
import { rootFolders } from "./root-folders.ts";

test("an explicit workspace wins, then the first root, then the folder of the start; roots always narrow", () => {
  expect(choosePlaces({ explicit: "/e", cwd: "/c" }, ["/r", "/s"])).toEqual({
    workspace: "/e",
    onlyWithin: ["/r", "/s"],
  });
  expect(choosePlaces({ cwd: "/c" }, ["/r", "/s"])).toEqual({ workspace: "/r", onlyWithin: ["/r", "/s"] });
  expect(choosePlaces({ explicit: "/e", cwd: "/c" }, [])).toEqual({ workspace: "/e" });
  expect(choosePlaces({ cwd: "/c" }, [])).toEqual({ workspace: "/c" });
});

test("folders are read from file URIs only, with percent signs and final slashes as they are meant", () => {
  const uris = [
    "file:///a%20b/",
    "file:///c",
    "https://example.com/x",
    "file://host/y",
    "nonsense",
    "file:///%zz",
    7,
  ];
  expect(rootFolders({ roots: uris.map((uri) => ({ uri })) })).toEqual(["/a b/", "/c"]);
  expect(rootFolders({ roots: [] })).toEqual([]);
  expect(rootFolders({ roots: [{ uri: "https://example.com/x" }, { uri: "memfs:/x" }] })).toEqual([]);
});

test("a client that named folders of which none can be read has not said that everything is open", () => {
  for (const uri of ["file://host/y", "file:///a%2Fb", "FILE:///%zz", "/a/b", "C:\\a", "c:/a", 7])
    expect(rootFolders({ roots: [{ uri }, { uri: "https://example.com/x" }] }), String(uri)).toBeUndefined();
  for (const broken of [undefined, null, {}, { roots: "x" }, { roots: [null, "x"] }])
    expect(rootFolders(broken)).toBeUndefined();
});
