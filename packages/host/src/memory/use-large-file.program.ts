// A program for tests: reads a part of `huge`, appends to `large` and replaces it, and prints by how many
// bytes its memory grew at most. Arguments: folder of all.
import { join } from "node:path";
import { createLocalFiles } from "../files/local-files.ts";
import { createScopeFixture } from "../files/scope-fixture.ts";

const [base = ""] = process.argv.slice(2);
const scope = createScopeFixture({ root: join(base, "w"), readRoots: [], writeRoots: [], home: base });
const files = createLocalFiles().open(scope);

await files.read("small");
const before = process.memoryUsage().rss;
let most = before;
const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 1);
const outcomes: Record<string, unknown> = {};
for (let count = 0; count < 20; count += 1) {
  const read = await files.read("huge", { maxBytes: 409_600 });
  outcomes["read"] = read.ok
    ? [read.value.isCapped, read.value.bytes.length, read.value.mark.split(":")[0]]
    : read;
}
const appended = await files.append("large", "x");
outcomes["append"] = appended.ok ? appended.value.mark.split(":")[0] : appended;
const written = await files.write("large", "new");
outcomes["write"] = written.ok ? written.value.notes : written;
clearInterval(watch);
most = Math.max(most, process.memoryUsage().rss);
process.stdout.write(JSON.stringify({ grownBytes: most - before, outcomes }));
