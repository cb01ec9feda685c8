// Makes a call and ends without closing the store.
import { openStore } from "../../open-store.ts";
import { systemClock } from "../clocks.ts";
import { intent, outcome, proposed } from "../entries.ts";

const [home = ""] = process.argv.slice(2);
const store = await openStore({ home, clock: systemClock, log: (_, message) => console.error(message) });
store.journal.append(proposed("call_1"));
await store.journal.sync(intent("call_1"));
store.journal.append(outcome("call_1"));
store.sightings.set("ses_1", "/w/a", { mark: "m", seen: [] });
console.log("done");
