// Answers one request as soon as a line comes, and prints how that went.
import { openStore } from "../../open-store.ts";
import { systemClock } from "../clocks.ts";

const [home = "", id = "", by = ""] = process.argv.slice(2);
const store = await openStore({ home, clock: systemClock, log: (_, message) => console.error(message) });
console.log("ready");
process.stdin.once("data", async () => {
  const attempt = await store.approvals.answer(id, { choice: "once", by, surface: "web", at: Date.now() });
  console.log(attempt);
  process.stdin.pause();
  await store.close();
});
