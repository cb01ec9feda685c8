// Prevents: a catalog that tells of tools as they once were, leaves one out, or shows a parameter nobody explained.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineTool, ok } from "@wield/core";
import { expect, test } from "vitest";
import * as z from "zod";
import { catalogPage } from "./catalog-page.ts";
import { keepCatalog } from "./keep-catalog.ts";
import { documentPath, runScript, temporaryFolder } from "./run-script.fixture.ts";
import { strayToolFiles } from "./stray-tool-files.ts";

const PAGE = documentPath("tool-catalog.md");

test("C-020: the catalog is what a fresh start registers, and made twice it is the same bytes", () => {
  expect(runScript("catalog", "--check")).toEqual({ status: 0, said: "" });
  using folder = temporaryFolder();
  const [one, other] = ["one.md", "other.md"].map((name) => join(folder.path, name));
  for (const file of [one ?? "", other ?? ""]) {
    expect(runScript("catalog", "--file", file)).toEqual({ status: 0, said: "" });
    expect(readFileSync(file)).toEqual(readFileSync(PAGE));
  }
});

test("C-020: a page edited by hand fails the check, which prints the difference and writes nothing", () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "page.md");
  const edited = readFileSync(PAGE, "utf8").replace(
    "| `path` | `string` | required |",
    "| `path` | `text` |",
  );
  writeFileSync(file, edited);
  const { status, said } = runScript("catalog", "--check", "--file", file);
  expect(status).toBe(1);
  expect(said).toMatch(/^-\| `path` \| `text` \|/m);
  expect(said).toMatch(/^\+\| `path` \| `string` \| required \|/m);
  expect(said).toContain("run npm run catalog");
  expect(readFileSync(file, "utf8")).toBe(edited);
});

test("C-020: a page that is missing fails the check and is not made by it", () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "none.md");
  expect(runScript("catalog", "--check", "--file", file)).toMatchObject({
    status: 1,
    said: expect.stringContaining("none.md is missing"),
  });
  expect(() => readFileSync(file)).toThrow("ENOENT");
});

test("C-020: a tool file that the registry does not have fails, wherever it lies", () => {
  using folder = temporaryFolder();
  mkdirSync(join(folder.path, "shell/new-tool"), { recursive: true });
  writeFileSync(join(folder.path, "shell/new-tool/new-tool.tool.ts"), "");
  expect(runScript("catalog", "--check", "--source", folder.path)).toMatchObject({
    status: 1,
    said: expect.stringContaining(
      "shell/new-tool/new-tool.tool.ts defines a tool that the registry does not",
    ),
  });
});

test("a tool is found by its name, its place and what it exports", () => {
  using folder = temporaryFolder();
  const source = folder.path;
  const write = (path: string, text = ""): void => {
    mkdirSync(join(source, path, ".."), { recursive: true });
    writeFileSync(join(source, path), text);
  };
  write("files/read-file/read-file.tool.ts");
  write("files/read-file/render.ts", "export const x = 1;\n");
  write("files/read-file/read-file.tool.test.ts");
  expect(strayToolFiles(source, new Set(["read_file"]))).toEqual([]);
  write("files/odd.tool.ts");
  write("files/read-file/deep/read-file.tool.ts");
  write("shell/other/read-file.tool.ts");
  write("shell/hidden.ts", 'import x from "y";\nexport default defineTool({});\n');
  expect(strayToolFiles(source, new Set(["read_file"]))).toEqual([
    "files/odd.tool.ts",
    "files/read-file/deep/read-file.tool.ts",
    "shell/hidden.ts",
    "shell/other/read-file.tool.ts",
  ]);
});

test("C-020: a parameter without a description fails at every depth, and nothing is written", () => {
  const tool = defineTool({
    name: "silent",
    description: "Says nothing about its parameters.",
    input: z.strictObject({
      mode: z.string().describe("How."),
      edits: z.array(z.strictObject({ from: z.string(), to: z.string().describe("What.") })),
    }),
    mutates: false,
    run: () => ok(""),
  });
  const listed = [{ tool, family: "files", toolsets: [] }];
  const expected = [
    'silent: parameter "edits" has no description',
    'silent: parameter "edits[].from" has no description',
  ];
  using folder = temporaryFolder();
  const path = join(folder.path, "page.md");
  const told: string[] = [];
  const keep = (isCheck: boolean): boolean =>
    keepCatalog({ listed, source: folder.path, path, isCheck, tell: (text) => void told.push(text) });
  expect(keep(false)).toBe(false);
  expect(() => readFileSync(path)).toThrow("ENOENT");
  writeFileSync(path, catalogPage(listed));
  expect(keep(true)).toBe(false);
  expect(told).toEqual([...expected, ...expected]);
});

test("the summary is ordered by name, prices are shown, and guidance is not", () => {
  const define = (name: string) => ({
    tool: defineTool({
      name,
      description: `Describes | ${name} here. More of it.`,
      guidance: "SECRET GUIDANCE",
      input: z.strictObject({}),
      mutates: "depends",
      examples: [{ input: {} }],
      run: () => ok(""),
    }),
    family: "work",
    toolsets: ["all"],
  });
  const page = catalogPage([define("zeta"), define("alpha")]);
  expect(page.match(/^\| \[`\w+`\]/gm)).toEqual(["| [`alpha`]", "| [`zeta`]"]);
  expect(page).toContain(String.raw`| work | depends | 33 | Describes \| alpha here. |`);
  expect(page).not.toContain("SECRET GUIDANCE");
  expect(page).toContain("wield call alpha '{}'");
});
