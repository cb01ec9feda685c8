// A program for tests: writes 16 MB and 8 MB in turn over `big.bin` until it is told that it is enough, and ends with
// the 16 MB. Argument: the folder of all.
import { join } from "node:path";
import { createLocalFiles } from "../files/local-files.ts";
import { createScopeFixture } from "../files/scope-fixture.ts";

const [base = ""] = process.argv.slice(2);
const scope = createScopeFixture({ root: join(base, "w"), readRoots: [], writeRoots: [], home: base });
const files = createLocalFiles().open(scope);
const small = Buffer.alloc(8 * 1024 * 1024, "A");
const large = Buffer.alloc(16 * 1024 * 1024, "B");

async function write(content: Uint8Array): Promise<void> {
  const written = await files.write("big.bin", content);
  if (!written.ok) throw new Error(written.message);
}

const told = new AbortController();
process.once("message", () => told.abort());
process.send?.("ready");
while (!told.signal.aborted) {
  await write(large);
  await write(small);
}
await write(large);
process.disconnect?.();
