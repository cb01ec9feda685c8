// Writes docs/configuration.md and docs/config.schema.json from the settings. With --check it writes nothing and
// fails when one of them is not what the settings say.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { configurationPage } from "./reference/configuration-page.ts";
import { configurationSchema } from "./reference/configuration-schema.ts";
import { keepFile } from "./reference/keep-file.ts";

const { values } = parseArgs({ options: { check: { type: "boolean" }, folder: { type: "string" } } });
const folder = values.folder ?? fileURLToPath(new URL("../docs", import.meta.url));
const files = [
  { path: join(folder, "configuration.md"), text: configurationPage() },
  { path: join(folder, "config.schema.json"), text: await configurationSchema() },
];
const kept = files.map((file) => keepFile(file, values.check === true));
if (kept.includes(false)) {
  console.error(
    "docs/configuration.md and its schema are not what the settings say; run npm run configuration",
  );
  process.exitCode = 1;
}
