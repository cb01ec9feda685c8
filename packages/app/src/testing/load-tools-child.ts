import { writeSync } from "node:fs";
import { loadToolFiles } from "../tool-files/load-tool-files.ts";

/** Run as a program: loads the folder named first and prints what came out as JSON. */
const [folder = "", limitMs = "10000"] = process.argv.slice(2);
const { tools, problems } = await loadToolFiles({ folder, source: "person" }, Number(limitMs));
writeSync(
  1,
  JSON.stringify({ tools: tools.map(({ tool, origin }) => ({ name: tool.name, origin })), problems }),
);
process.exit(0);
