// Runs the task of forty steps in a folder: node forty-steps.program.ts WORKSPACE HOME [SESSION]. Prints each event as
// a line of JSON.
import { createAgent } from "@wield/app";
import { scriptedModel } from "@wield/testkit";
import { nextStep } from "./forty-steps.ts";

const [workspace, home, resume] = process.argv.slice(2);
if (workspace === undefined || home === undefined) throw new Error("WORKSPACE HOME [SESSION]");
const made = await createAgent({
  workspace,
  home,
  toolset: "coding",
  model: scriptedModel([], { afterwards: nextStep }),
  ...(resume === undefined ? {} : { resume }),
});
if (!made.ok) throw new Error(made.message);
const agent = made.value;
agent.session.subscribe((event) => process.stdout.write(`${JSON.stringify(event)}\n`));
await agent.send(resume === undefined ? "Give every part a name." : "Go on.");
await agent.close();
