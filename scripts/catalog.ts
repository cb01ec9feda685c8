// Writes docs/tool-catalog.md from the registry of a fresh start. With --check it writes nothing and fails when the
// page is not what the registry says. A tool file that the registry does not have, and a parameter without a
// description, fail either way.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { keepCatalog } from "./reference/keep-catalog.ts";
import { liveRegistry } from "./reference/live-registry.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const { values } = parseArgs({
  options: { check: { type: "boolean" }, file: { type: "string" }, source: { type: "string" } },
});
const isKept = keepCatalog({
  listed: await liveRegistry(),
  source: values.source ?? join(ROOT, "packages/tools/src"),
  path: values.file ?? join(ROOT, "docs/tool-catalog.md"),
  isCheck: values.check === true,
});
if (!isKept) process.exitCode = 1;
