// Writes docs/failure-codes.md from the codes of the pipeline and of every tool. With --check it writes nothing and
// fails when the page is not what the sources say.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { failureCodesPage } from "./reference/failure-codes-page.ts";
import { keepFile } from "./reference/keep-file.ts";
import { liveRegistry } from "./reference/live-registry.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const { values } = parseArgs({ options: { check: { type: "boolean" }, file: { type: "string" } } });
const page = {
  path: values.file ?? join(ROOT, "docs/failure-codes.md"),
  text: failureCodesPage((await liveRegistry()).map(({ tool }) => tool)),
};
if (!keepFile(page, values.check === true)) {
  console.error("docs/failure-codes.md is not what the sources say; run npm run failure-codes");
  process.exitCode = 1;
}
