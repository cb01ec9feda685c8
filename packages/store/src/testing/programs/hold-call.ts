// Makes one call whose intent is on disk, prints its id, and neither ends the call nor itself.
import { writeSync } from "node:fs";
import { openStore } from "../../open-store.ts";
import { systemClock } from "../clocks.ts";
import { intent, proposed } from "../entries.ts";

const [home = "", callId = "", ...temporaryFiles] = process.argv.slice(2);
const store = await openStore({
  home,
  clock: systemClock,
  log: (_, message) => void writeSync(2, `${message}\n`),
});
store.journal.append(proposed(callId));
await store.journal.sync(intent(callId, { temporaryFiles }));
writeSync(1, `${callId}\n`);
process.stdin.resume();
