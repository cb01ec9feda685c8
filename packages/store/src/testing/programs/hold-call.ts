// Makes one call whose intent is on disk, prints its id, and neither ends the call nor itself. The first temporary
// file is named after the intent, the others in it.
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
await store.journal.sync(intent(callId, { temporaryFiles: temporaryFiles.slice(1) }));
for (const path of temporaryFiles.slice(0, 1)) {
  store.journal.append({ v: 1, type: "temporary", callId, at: Date.now(), path });
}
writeSync(1, `${callId}\n`);
process.stdin.resume();
