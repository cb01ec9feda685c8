// Prevents: a code that a program meets and nobody has explained.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineTool, ok, PIPELINE_CODES } from "@wield/core";
import { loadBuiltInTools } from "@wield/tools";
import { expect, test } from "vitest";
import * as z from "zod";
import { failureCodesPage } from "./failure-codes-page.ts";
import { documentPath, runScript, temporaryFolder } from "./run-script.fixture.ts";

const PAGE = documentPath("failure-codes.md");

test("the page is what the sources say, and made twice it is the same bytes", () => {
  expect(runScript("failure-codes", "--check")).toEqual({ status: 0, said: "" });
  using folder = temporaryFolder();
  const file = join(folder.path, "page.md");
  expect(runScript("failure-codes", "--file", file)).toEqual({ status: 0, said: "" });
  expect(readFileSync(file)).toEqual(readFileSync(PAGE));
});

test("the check fails on a hand-edited page, prints the difference and writes nothing", () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "page.md");
  const edited = readFileSync(PAGE, "utf8").replace("The tool threw.", "It broke.");
  writeFileSync(file, edited);
  const { status, said } = runScript("failure-codes", "--check", "--file", file);
  expect(status).toBe(1);
  expect(said).toMatch(/^-.*It broke\./m);
  expect(said).toMatch(/^\+.*The tool threw\./m);
  expect(readFileSync(file, "utf8")).toBe(edited);
});

test("every code of the pipeline and of every tool has its line", async () => {
  const page = readFileSync(PAGE, "utf8");
  for (const [name, line] of Object.entries(PIPELINE_CODES))
    expect(page).toContain(`<a id="${name}"></a>\`${name}\` | ${line}`);
  for (const tool of await loadBuiltInTools()) {
    for (const [name, line] of Object.entries(tool.codes)) {
      const row = page.split("\n").find((text) => text.includes(`\`${name}\` | ${line} |`));
      expect(row, `${tool.name}: ${name}`).toContain(`[\`${tool.name}\`]`);
    }
  }
});

test("tools that mean the same share a row, and those that do not have one each", () => {
  const define = (name: string, meaning: string) =>
    defineTool({
      name,
      description: "Gives a failure of its own.",
      input: z.strictObject({}),
      mutates: false,
      codes: { own_code: meaning },
      run: () => ok(""),
    });
  const rows = failureCodesPage([define("a", "One."), define("b", "Two."), define("c", "One.")])
    .split("\n")
    .filter((line) => line.includes("own_code"));
  expect(rows).toEqual([
    '| <a id="own_code"></a>`own_code` | One. | [`a`](tool-catalog.md#a), [`c`](tool-catalog.md#c) |',
    "| `own_code` | Two. | [`b`](tool-catalog.md#b) |",
  ]);
});
