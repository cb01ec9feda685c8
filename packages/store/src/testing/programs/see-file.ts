// Notes that a file was seen, says so once the database holds it, and goes on living.
import { openStore } from "../../open-store.ts";
import { systemClock } from "../clocks.ts";

const [home = ""] = process.argv.slice(2);
const store = await openStore({ home, clock: systemClock, log: (_, message) => console.error(message) });
store.sightings.set("ses_1", "/w/a", { mark: "3:abc", seen: [{ first: 1, last: 2 }] });
await store.query.list();
console.log("written");
process.stdin.resume();
