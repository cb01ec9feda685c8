// Goes on with a session (or makes one), tells its id, and appends messages until it is killed or told to stop.
// Each number is printed once its message is on disk.
import { openStore } from "../../open-store.ts";
import { systemClock } from "../clocks.ts";

const [home = "", id = ""] = process.argv.slice(2);
const store = await openStore({ home, clock: systemClock, log: () => undefined });
const opened = id === "" ? undefined : await store.sessions.open(id);
if (opened !== undefined && !opened.ok) {
  process.stdout.write(`${opened.code}: ${opened.message}\n`);
  process.exit(1);
}
const session = opened?.value ?? (await store.sessions.create({ workspaceRoot: "/w" }));
process.stdout.write(`${session.id} ${session.events.length} ${session.problems.length}\n`);
const stop = new AbortController();
process.stdin.once("data", () => stop.abort());
for (let count = session.events.length + 1; !stop.signal.aborted; count += 1) {
  try {
    await session.append({
      kind: "message",
      message: {
        role: "user",
        id: `m${count}`,
        origin: "person",
        parts: [{ kind: "text", text: `message ${count} ${"x".repeat((count * 97) % 3000)}` }],
      },
    });
  } catch (error) {
    process.stdout.write(`${String(error)}\n`);
    process.exit(1);
  }
  process.stdout.write(`${count}\n`);
}
await session.close();
await store.close();
process.exit(0);
