import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { agentGrowth } from "./measurements/agent-growth.ts";
import { agentRun } from "./measurements/agent-run.ts";
import { chatStart } from "./measurements/chat-start.ts";
import { fileSearch } from "./measurements/file-search.ts";
import { folderList } from "./measurements/folder-list.ts";
import { largeReads } from "./measurements/large-reads.ts";
import { mcpHttp } from "./measurements/mcp-http.ts";
import { mcpPrompt } from "./measurements/mcp-prompt.ts";
import { mcpProxy } from "./measurements/mcp-proxy.ts";
import { mcpReady } from "./measurements/mcp-ready.ts";
import { mcpThroughput } from "./measurements/mcp-throughput.ts";
import { pipelineOverhead } from "./measurements/pipeline-overhead.ts";
import { sessions } from "./measurements/sessions.ts";
import { startUp } from "./measurements/start-up.ts";
import { terminal } from "./measurements/terminal.ts";
import { terminalElsewhere } from "./measurements/terminal-elsewhere.ts";
import type { Measurement } from "./measurement.ts";
import { type Report, toJson, toTable } from "./report.ts";

const MEASUREMENTS: readonly Measurement[] = [
  pipelineOverhead,
  startUp,
  chatStart,
  fileSearch,
  folderList,
  mcpReady,
  mcpThroughput,
  mcpProxy,
  mcpHttp,
  mcpPrompt,
  largeReads,
  agentRun,
  agentGrowth,
  sessions,
  terminal,
  terminalElsewhere,
];

const { values } = parseArgs({
  options: { json: { type: "string" }, only: { type: "string", multiple: true } },
});
const names = MEASUREMENTS.map(({ name }) => name);
const unknown = values.only?.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`there is no measurement "${unknown}"; there are: ${names.join(", ")}`);
  process.exit(2);
}

const reports: Report[] = [];
for (const { name, run } of MEASUREMENTS) {
  if (values.only !== undefined && !values.only.includes(name)) continue;
  console.error(`measuring ${name} …`);
  reports.push({ measurement: name, figures: await run() });
}
console.log(toTable(reports));
if (values.json !== undefined) await writeFile(values.json, toJson(reports));
process.exit(0);
