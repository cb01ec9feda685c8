// A program for tests: lists and searches as an ordinary user. Gives up root's rights first when it has them. Prints
// what each tool answered, as a model reads it, as JSON.
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { renderOutcome } from "@wield/core";
import { createTestBench } from "@wield/testkit";
import globTool from "../files/glob/glob.tool.ts";
import grep from "../files/grep/grep.tool.ts";
import listFiles from "../files/list-files/list-files.tool.ts";

const NOBODY = 65534;

if (process.getuid?.() === 0) {
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}

await using bench = await createTestBench({
  tools: [listFiles, globTool, grep],
  files: { "a.txt": "needle\n", "b.txt": "needle\n", "shut/c.txt": "needle\n", "listed/d.txt": "needle\n" },
});
symlinkSync("nowhere", bench.folder.at("dangling"));
mkdirSync(bench.folder.at("empty"));
chmodSync(bench.folder.at("b.txt"), 0o000);
chmodSync(bench.folder.at("shut"), 0o000);
// Its names can be read, but nothing of them.
chmodSync(bench.folder.at("listed"), 0o444);

const answers: string[] = [];
for (const [tool, input] of [
  ["grep", { pattern: "needle" }],
  ["grep", { pattern: "needle", path: "b.txt" }],
  ["grep", { pattern: "needle", path: "shut" }],
  ["list_files", { recursive: true }],
  ["list_files", { path: "shut" }],
  ["glob", { pattern: "**/*" }],
] as const) {
  answers.push(renderOutcome(await bench.call(tool, input)));
}
chmodSync(bench.folder.at("shut"), 0o755);
chmodSync(bench.folder.at("listed"), 0o755);
process.stdout.write(JSON.stringify(answers));
