// Prevents: a page that tells its reader to do what does not work, or shows what is not printed.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { BUILT_IN_TOOLSETS } from "../../packages/core/src/registry/toolsets.data.ts";
import { followPage } from "./follow-page.ts";

const page = (name: string): string => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));

test("who follows adding-a-tool.md ends with tools that work", async () => {
  const followed = await followPage(page("adding-a-tool.md"));
  expect(followed.mismatches).toEqual([]);
  expect(followed.files).toBe(3);
  expect(followed.commands).toBeGreaterThan(20);
});

test("what tools.md shows is what happens", async () => {
  const followed = await followPage(page("tools.md"));
  expect(followed.mismatches).toEqual([]);
  expect(followed.files).toBe(3);
  expect(followed.commands).toBeGreaterThan(40);
});

test("the programs of embedding.md fit the types and print what they show", async () => {
  const followed = await followPage(page("embedding.md"), { hasPackages: true });
  expect(followed.mismatches).toEqual([]);
  expect(followed.files).toBe(11);
  expect(followed.commands).toBeGreaterThan(6);
});

test("who follows mcp.md uses a server, and is one", async () => {
  const followed = await followPage(page("mcp.md"));
  expect(followed.mismatches).toEqual([]);
  expect(followed.files).toBe(1);
  expect(followed.commands).toBeGreaterThan(12);
});

test("the toolsets of tools.md hold what they say", () => {
  const text = readFileSync(page("tools.md"), "utf8");
  for (const [name, members] of BUILT_IN_TOOLSETS)
    expect(text).toContain(`| \`${name}\` | ${members.join(", ")} |`);
});
