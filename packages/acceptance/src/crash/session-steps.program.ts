// A program for crash tests: goes on with the conversation of its home (or begins one) as an agent does, message,
// call, result and picture, and dies where it is told. Arguments: the home, and the number of messages to reach.
import { writeSync } from "node:fs";
import { openStore } from "@wield/store";
import { crashPoints, stopAroundSession } from "@wield/testkit";
import { sessionStep } from "./session-step.ts";

const [home = "", wanted = "3"] = process.argv.slice(2);
const clock = { now: () => Date.now(), monotonic: () => performance.now(), timer: () => () => undefined };
const store = await openStore({ home, clock, log: (_, message) => void writeSync(2, `${message}\n`) });

const [newest] = await store.sessions.list();
const opened = newest === undefined ? undefined : await store.sessions.open(newest.id);
if (opened !== undefined && !opened.ok) throw new Error(opened.message);
const held = opened?.value ?? (await store.sessions.create({ workspaceRoot: "/w" }));
const session = stopAroundSession(held, crashPoints());

for (let count = session.events.length + 1; count <= Number(wanted); count += 1) {
  await session.append(sessionStep(count));
  writeSync(1, `${count}\n`);
}
await session.close();
await store.close();
