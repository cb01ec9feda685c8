// A program for tests: a conversation whose model writes a file, in mode prompt, where the one who is asked never
// answers. Prints the ids of the conversation and of the request, and waits until it is killed.
import { writeSync } from "node:fs";
import { openAgent, openRuntime } from "@wield/app";
import { scriptedModel } from "@wield/testkit";

const runtime = await openRuntime({
  cwd: process.cwd(),
  env: process.env,
  flags: { approvalMode: "prompt" },
  surface: "terminal",
});
if (!runtime.ok) throw new Error(runtime.message);
const model = scriptedModel([
  { calls: [{ tool: "write_file", input: { path: "made.txt", content: "made\n" } }] },
]);
const agent = await openAgent(runtime.value, {
  surface: "terminal",
  model: "scripted/model",
  models: async () => ({ ok: true, value: model }),
  askers: [
    {
      surface: "terminal",
      ask: (request) => {
        writeSync(1, `${request.sessionId} ${request.id}\n`);
        return new Promise(() => undefined);
      },
    },
  ],
});
if (!agent.ok) throw new Error(agent.message);
setInterval(() => undefined, 1000);
await agent.value.send({ text: "make it" });
