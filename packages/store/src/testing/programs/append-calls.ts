// Makes calls as fast as it can until it is killed: proposed, intent (synced), outcome. Prints `intent ID` once
// an intent is on disk and `ended ID` once the outcome was appended.
import { writeSync } from "node:fs";
import { openStore } from "../../open-store.ts";
import { systemClock } from "../clocks.ts";
import { intent, outcome, proposed } from "../entries.ts";

const [home = "", name = "", padding = "0", limit = "Infinity"] = process.argv.slice(2);
const log = (level: string, message: string): void => void writeSync(2, `${level}: ${message}\n`);
const store = await openStore({ home, clock: systemClock, log });
const summary = "x".repeat(Number(padding));

for (let count = 0; count < Number(limit); count += 1) {
  const callId = `call_${name}_${count}`;
  store.journal.append(proposed(callId, { rawInput: { text: summary } }));
  await store.journal.sync(intent(callId));
  writeSync(1, `intent ${callId}\n`);
  store.journal.append(outcome(callId, { summary }));
  writeSync(1, `ended ${callId}\n`);
}
await store.close();
