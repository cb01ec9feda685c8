// Writes docs/run-events.md and docs/run-events.schema.json from the events of wield run --json. With --check it
// writes nothing and fails when one of them is not what the events say.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { keepFile } from "./reference/keep-file.ts";
import { runEventsPage } from "./reference/run-events-page.ts";
import { runEventsSchema } from "./reference/run-events-schema.ts";

const { values } = parseArgs({ options: { check: { type: "boolean" }, folder: { type: "string" } } });
const folder = values.folder ?? fileURLToPath(new URL("../docs", import.meta.url));
const files = [
  { path: join(folder, "run-events.md"), text: await runEventsPage() },
  { path: join(folder, "run-events.schema.json"), text: await runEventsSchema() },
];
const kept = files.map((file) => keepFile(file, values.check === true));
if (kept.includes(false)) {
  console.error("docs/run-events.md and its schema are not what the events say; run npm run run-events");
  process.exitCode = 1;
}
