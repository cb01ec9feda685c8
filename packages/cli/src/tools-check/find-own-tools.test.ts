// Prevents: a tool that is checked by name while the files of others are run for it.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findOwnTools } from "./find-own-tools.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wield-own-tools-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function file(path: string, text: string): string {
  const place = join(folder, path);
  writeFileSync(place, text);
  return place;
}

function tool(name: string): string {
  return `import { defineTool, ok } from "wield";
    import * as z from "zod";
    export default defineTool({ name: ${name}, description: "Say hello.", input: z.strictObject({}), mutates: false, run: () => ok("hello") });`;
}

test("only files that may define a tool of that name are run, and of those files all namesakes", async () => {
  const files = [
    file("counts.ts", tool('"one"')),
    file("computed.ts", `const NAME = "one";\n${tool("NAME")}`),
    file("other.ts", tool('"two"')),
    file("broken.ts", "throw new Error('run');"),
  ];
  const loaded = async (...wanted: readonly string[]): Promise<readonly string[]> => {
    const { probes } = await findOwnTools(files, { wanted, cwd: folder });
    return [...probes.keys()].map((path) => basename(path)).toSorted();
  };
  expect(await loaded("one")).toEqual(["computed.ts", "counts.ts"]);
  expect(await loaded("broken")).toEqual(["broken.ts"]);
  expect(await loaded("other.ts")).toEqual(["other.ts"]);
  expect(await loaded("./counts.ts")).toEqual(["computed.ts", "counts.ts"]);
  expect(await loaded("nothing")).toEqual([]);
  expect(await loaded()).toEqual(["broken.ts", "computed.ts", "counts.ts", "other.ts"]);
  const { names } = await findOwnTools(files, { wanted: ["nothing"], cwd: folder });
  expect(names).toEqual(["one", "two"]);
});
