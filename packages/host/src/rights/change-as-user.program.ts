// A program for tests: file operations as an ordinary user. Gives up root's rights first when it has
// them. Arguments: folder of all, a JSON list of [operation, path, content, how often the content is
// repeated], a folder to be closed once undo data is saved. Prints the outcomes as JSON.
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { createLocalFiles, localFilesHolding } from "../files/local-files.ts";
import { createScopeFixture } from "../files/scope-fixture.ts";

const NOBODY = 65534;
const [base = "", steps = "[]", closedFolder = ""] = process.argv.slice(2);

if (process.getuid?.() === 0) {
  process.setgroups?.([]);
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}

const scope = createScopeFixture(
  { root: join(base, "w"), readRoots: [], writeRoots: [], home: base },
  {
    saveUndo() {
      if (closedFolder !== "") chmodSync(closedFolder, 0o555);
      return { kept: true };
    },
  },
);
const files = createLocalFiles().open(scope);

async function run([operation = "", path = "", text = "", times = "1"]: readonly string[]) {
  const content = text.repeat(Number(times));
  switch (operation) {
    case "read":
      return files.readText(path);
    case "list":
      return files.list(path);
    case "write":
      return files.write(path, content);
    case "append":
      return files.append(path, content);
    case "delete":
      return files.delete(path);
    default:
      throw new Error(`there is no operation ${operation}`);
  }
}

const outcomes: unknown[] = [];
for (const step of JSON.parse(steps) as readonly (readonly string[])[]) outcomes.push(await run(step));
process.stdout.write(JSON.stringify({ holding: localFilesHolding(), undo: scope.undo.length, outcomes }));
