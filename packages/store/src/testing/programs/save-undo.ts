// Saves undo data as fast as it can until it is killed or refused. Prints `CALL INDEX` once a change is on disk; the bytes
// kept are the number of the change, again and again.
import { writeSync } from "node:fs";
import { openStore } from "../../open-store.ts";
import { systemClock } from "../clocks.ts";

const [home = "", name = "", bytes = "0"] = process.argv.slice(2);
const store = await openStore({
  home,
  clock: systemClock,
  log: (_, message) => void writeSync(2, `${message}\n`),
});
let refusal: string | undefined;
for (let count = 0; refusal === undefined; count += 1) {
  const call = {
    callId: `call_${name}_${count}`,
    sessionId: "ses_1",
    workspace: "/w",
    tool: "write_file",
    at: Date.now(),
  };
  for (let index = 0; index < 2 && refusal === undefined; index += 1) {
    const content = Buffer.alloc(Number(bytes), index + 1);
    try {
      await store.undo.save(call, {
        real: `/w/${index}`,
        display: `${index}`,
        content,
        mode: 0o644,
        madeParents: [],
      });
      writeSync(1, `${call.callId} ${index}\n`);
    } catch (error) {
      refusal = error instanceof Error ? error.message : String(error);
      writeSync(1, `${refusal}\n`);
    }
  }
}
