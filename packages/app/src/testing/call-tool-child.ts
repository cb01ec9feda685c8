import { writeSync } from "node:fs";
import { openRuntime } from "../open-runtime.ts";

/** Run as a program in a workspace: calls the tool named first and prints what came out as JSON. */
const [tool = "", input = "{}"] = process.argv.slice(2);
const opened = await openRuntime({ cwd: process.cwd(), env: process.env, surface: "terminal" });
if (!opened.ok) {
  writeSync(2, `${opened.message}\n`);
  process.exit(2);
}
const runtime = opened.value;
const sessionId = runtime.store.commandLineSession(runtime.workspaceRoot);
const conversation = runtime.conversation({ sessionId, caller: "cli", surface: "terminal" }).snapshot();
const outcome = await runtime.pipeline.call({ tool, input }, conversation);
writeSync(1, JSON.stringify({ outcome, notices: runtime.notices }));
await runtime.close();
