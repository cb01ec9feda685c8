// Prevents: a tool file that nothing finds, and a call of one tool that pays for importing all of them.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { toolList } from "../../../scripts/generate-tool-list.ts";
import { BUILT_IN_TOOLS, loadBuiltInTool, loadBuiltInTools } from "./index.ts";

const SOURCE = fileURLToPath(new URL(".", import.meta.url));
const SCRIPT = fileURLToPath(new URL("../../../scripts/generate-tool-list.ts", import.meta.url));

function check(source: string): { readonly status: number | null; readonly said: string } {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, "--check", "--source", source], {
    encoding: "utf8",
  });
  return { status, said: stderr };
}

test("the list is what the folders say", () => {
  expect(readFileSync(join(SOURCE, "built-in.generated.ts"), "utf8")).toBe(toolList(SOURCE));
  expect(BUILT_IN_TOOLS.map(({ name }) => name)).toEqual(BUILT_IN_TOOLS.map(({ name }) => name).toSorted());
});

test("the check fails on a tool file that is not listed, and on one that is gone", () => {
  const copy = mkdtempSync(join(tmpdir(), "wield-tools-"));
  try {
    cpSync(join(SOURCE, "built-in.generated.ts"), join(copy, "built-in.generated.ts"));
    for (const { name, family } of BUILT_IN_TOOLS) {
      const folder = name.replaceAll("_", "-");
      mkdirSync(join(copy, family, folder), { recursive: true });
      writeFileSync(join(copy, family, folder, `${folder}.tool.ts`), "");
    }
    expect(check(copy)).toEqual({ status: 0, said: "" });
    mkdirSync(join(copy, "shell/new-tool"), { recursive: true });
    writeFileSync(join(copy, "shell/new-tool/new-tool.tool.ts"), "");
    expect(check(copy)).toMatchObject({
      status: 1,
      said: expect.stringContaining("./shell/new-tool/new-tool.tool.ts"),
    });
    rmSync(join(copy, "shell"), { recursive: true });
    rmSync(join(copy, "files/read-file"), { recursive: true });
    expect(check(copy)).toMatchObject({ status: 1, said: expect.stringMatching(/^-.*read-file\.tool\.ts/m) });
  } finally {
    rmSync(copy, { recursive: true });
  }
});

test("every listed tool loads under its name", async () => {
  const tools = await loadBuiltInTools();
  expect(tools.map(({ name }) => name)).toEqual(BUILT_IN_TOOLS.map(({ name }) => name));
  expect(await loadBuiltInTool("read_file")).toBe(tools.find(({ name }) => name === "read_file"));
  expect(await loadBuiltInTool("nope")).toBeUndefined();
});

test("loading one tool imports no other tool file", () => {
  const program = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    const { loadBuiltInTool } = await import(${JSON.stringify(new URL("index.ts", import.meta.url).href)});
    await loadBuiltInTool("read_file");
    console.log(JSON.stringify(loaded.filter((url) => url.endsWith(".tool.ts"))));
  `;
  const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  const files = (JSON.parse(printed) as string[]).map((url) => url.split("/").at(-1));
  expect(files).toEqual(["read-file.tool.ts"]);
});
