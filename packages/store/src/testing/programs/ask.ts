// Stores one request, prints its id, and waits for its answer, which it prints.
import { openStore } from "../../open-store.ts";
import { approvalRequest } from "../approval-request.ts";
import { systemClock } from "../clocks.ts";

const [home = "", id = "", secret = ""] = process.argv.slice(2);
const store = await openStore({ home, clock: systemClock, log: (_, message) => console.error(message) });
await store.approvals.create(approvalRequest(id, { rawInput: { text: secret } }));
console.log(id);
const answer = await store.approvals.waitForAnswer(id, new AbortController().signal);
console.log(JSON.stringify(answer));
await store.close();
