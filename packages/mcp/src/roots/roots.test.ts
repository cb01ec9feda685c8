// Prevents: a client's folders that open what the operator did not, a folder compared by its spelling, and calls that
// go on working in a folder the client has closed.
import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { makePlaces } from "../testing/fixture-places.ts";
import { CLIENTS } from "../testing/test-client.ts";

describe.each(CLIENTS)("%s", (_name, start) => {
  test("X-014: the allowed folder is compared as it is, not as it is written", async () => {
    await using places = await makePlaces({ "w/a b.txt": "hi\n", "outside/c.txt": "secret\n" });
    await symlink(places.workspace, join(places.top, "link"));
    const roots = [
      `${pathToFileURL(places.workspace).href}/`,
      pathToFileURL(join(places.top, "outside")).href,
      "https://example.com/repo",
      "file://%%%",
    ];
    await using client = await start(
      { home: places.home, cwd: places.top, workspace: join(places.top, "link") },
      { roots: () => roots },
    );
    for (const path of ["a b.txt", join(places.workspace, "a b.txt"), join(places.top, "link", "a b.txt")])
      expect(textOf(await client.call("read_file", { path })), path).toContain("hi");
    const outside = await client.call("read_file", { path: join(places.top, "outside", "c.txt") });
    expect(outside.isError).toBe(true);
    expect(textOf(outside)).toContain("outside the workspace");
  });

  test("roots narrow an explicit workspace, and a change of them counts from the next call on", async () => {
    await using places = await makePlaces({ "w/a.txt": "top\n", "w/in side/b.txt": "below\n" });
    let roots = [`${pathToFileURL(join(places.workspace, "in side")).href}/`];
    await using client = await start(
      { home: places.home, cwd: places.top, workspace: places.workspace },
      { roots: () => roots },
    );
    expect(textOf(await client.call("read_file", { path: "in side/b.txt" }))).toContain("below");
    const closed = await client.call("read_file", { path: "a.txt" });
    expect(closed.isError).toBe(true);
    expect(textOf(closed)).toContain("outside the folders this client opened");
    const written = await client.call("write_file", { path: "new.txt", content: "x" });
    expect(written.isError).toBe(true);

    roots = [pathToFileURL(places.workspace).href];
    await client.announceRoots();
    expect(textOf(await client.call("read_file", { path: "a.txt" }))).toContain("top");
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

function textOf(result: CallToolResult | undefined): string {
  return (result?.content ?? []).map((part) => ("text" in part ? part.text : "")).join("\n");
}
