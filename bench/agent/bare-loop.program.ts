// The same 50 calls as bare as they can be: no guards, no journal, no session. node bare-loop.program.ts WORKSPACE RG
import { spawn } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const [workspace, search] = process.argv.slice(2);
if (workspace === undefined || search === undefined) throw new Error("WORKSPACE RG");
const folder = join(workspace, "src");

function grep(pattern: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(search ?? "", ["-n", pattern, folder]);
    let text = "";
    child.stdout.on("data", (piece: Buffer) => (text += piece.toString()));
    child.on("error", reject);
    child.on("close", () => resolve(text));
  });
}

const steps = Array.from({ length: 10 }, (_none, index) => {
  const path = join(folder, `part-${index}.ts`);
  return [
    () => readdir(folder),
    () => grep(`TODO ${index}:`),
    () => readFile(path, "utf8"),
    async () =>
      writeFile(
        path,
        (await readFile(path, "utf8")).replace(`// TODO ${index}: name it`, `// Part ${index}.`),
      ),
    () => readFile(path, "utf8"),
  ];
}).flat();

const betweenMs: number[] = [];
for (const step of steps) {
  const before = performance.now();
  await step();
  betweenMs.push(performance.now() - before);
}
process.stdout.write(JSON.stringify({ betweenMs }));
