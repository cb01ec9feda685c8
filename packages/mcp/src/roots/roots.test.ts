// Prevents: a client's folders that open what the operator did not, a folder compared by its spelling, and calls that
// go on working in a folder the client has closed.
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { makePlaces } from "../testing/fixture-places.ts";
import { CLIENTS } from "../testing/test-client.ts";
import { textOf } from "../testing/text-of.ts";

describe.each(CLIENTS)("%s", (_name, start) => {
  test("X-014: the allowed folder is compared as it is, not as it is written; roots narrow it, and a change counts from the next call on", async () => {
    await using places = await makePlaces({
      "w/a b.txt": "hi\n",
      "w/in side/b.txt": "below\n",
      "outside/c.txt": "secret\n",
    });
    await symlink(places.workspace, join(places.top, "link"));
    let roots = [
      `${pathToFileURL(places.workspace).href}/`,
      pathToFileURL(join(places.top, "outside")).href,
      "https://example.com/repo",
      "file://%%%",
    ];
    await using client = await start(
      { home: places.home, cwd: places.top, workspace: join(places.top, "link") },
      { roots: () => roots },
    );
    const read = (path: string): Promise<CallToolResult> => client.call("read_file", { path });
    for (const path of ["a b.txt", join(places.workspace, "a b.txt"), join(places.top, "link", "a b.txt")])
      expect(textOf(await read(path)), path).toContain("hi");
    const outside = await read(join(places.top, "outside", "c.txt"));
    expect(outside.isError).toBe(true);
    expect(textOf(outside)).toContain("outside the workspace");

    roots = [`${pathToFileURL(join(places.workspace, "in side")).href}/`];
    await client.announceRoots();
    expect(textOf(await read("in side/b.txt"))).toContain("below");
    const closed = await read("a b.txt");
    expect(closed.isError).toBe(true);
    expect(textOf(closed)).toContain("outside the folders this client opened");
    expect((await client.call("write_file", { path: "new.txt", content: "x" })).isError).toBe(true);

    roots = [pathToFileURL(places.workspace).href];
    await client.announceRoots();
    expect(textOf(await read("a b.txt"))).toContain("hi");
  });

  test("without an explicit workspace the first folder of the client is it, and no root leaves the folder of the start", async () => {
    await using places = await makePlaces({
      "w/a.txt": "started here\n",
      "r/a.txt": "a root\n",
      "s/a.txt": "another\n",
    });
    let roots: string[] = [pathToFileURL(join(places.top, "r")).href, pathToFileURL(places.workspace).href];
    await using client = await start({ home: places.home, cwd: places.workspace }, { roots: () => roots });
    expect(textOf(await client.call("read_file", { path: "a.txt" }))).toContain("a root");

    roots = [pathToFileURL(join(places.top, "s")).href];
    await client.announceRoots();
    expect(textOf(await client.call("read_file", { path: "a.txt" }))).toContain("another");

    roots = [];
    await client.announceRoots();
    expect(textOf(await client.call("read_file", { path: "a.txt" }))).toContain("started here");

    roots = ["file://elsewhere/a"];
    await client.announceRoots();
    const unreadable = await client.call("read_file", { path: "a.txt" });
    expect(unreadable.isError).toBe(true);
    expect(textOf(unreadable)).toContain("did not say which");
  });
});

test("a client that fails to say its folders is told so, and asked again with the next call", async () => {
  await using places = await makePlaces({ "w/a.txt": "hi\n" });
  const [, start] = CLIENTS[0] ?? [];
  let isBroken = true;
  const client = await start?.(
    { home: places.home, cwd: places.workspace },
    {
      roots: () => {
        if (isBroken) throw new Error("no window");
        return [];
      },
    },
  );
  const refused = await client?.call("read_file", { path: "a.txt" });
  expect(refused?.isError).toBe(true);
  expect(textOf(refused)).toContain("no window");
  isBroken = false;
  expect(textOf(await client?.call("read_file", { path: "a.txt" }))).toContain("hi");
  await client?.close();
});
