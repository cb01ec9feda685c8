// A program for tests: writes 16 MB and 8 MB in turn over `big.bin`. Arguments: folder of all, and how many
// writes.
import { join } from "node:path";
import { createLocalFiles } from "../files/local-files.ts";
import { createScopeFixture } from "../files/scope-fixture.ts";

const [base = "", writes = "1"] = process.argv.slice(2);
const scope = createScopeFixture({ root: join(base, "w"), readRoots: [], writeRoots: [], home: base });
const files = createLocalFiles().open(scope);
const contents = [Buffer.alloc(16 * 1024 * 1024, "B"), Buffer.alloc(8 * 1024 * 1024, "A")];

process.send?.("ready");
for (let count = 0; count < Number(writes); count += 1) {
  const written = await files.write("big.bin", contents[count % 2] ?? "");
  if (!written.ok) throw new Error(written.message);
}
process.disconnect?.();
