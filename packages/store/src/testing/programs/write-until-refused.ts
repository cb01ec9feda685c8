// Appends and syncs until the journal cannot be written, and prints what happened as JSON. With the argument
// `readonly` the journal's folder is made unwritable first, for an ordinary user also when started by root. With
// `together` entries are given three at a time, and nothing is synced.
import { chmodSync, chownSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../open-store.ts";
import { systemClock } from "../clocks.ts";
import { intent, outcome } from "../entries.ts";

const ORDINARY_USER = 65_534;

const [home = "", how = ""] = process.argv.slice(2);
const logged: string[] = [];
const store = await openStore({
  home,
  clock: systemClock,
  log: (level, message) => void logged.push(`${level}: ${message}`),
});
await store.journal.sync(intent("call_first"));
store.journal.append(outcome("call_first"));
await store.query.list();

if (how === "readonly") {
  const journal = join(home, "journal");
  for (const name of readdirSync(journal)) rmSync(join(journal, name));
  chmodSync(journal, 0o500);
  if (process.getuid?.() === 0) {
    chownSync(home, ORDINARY_USER, ORDINARY_USER);
    chownSync(journal, ORDINARY_USER, ORDINARY_USER);
    process.setegid?.(ORDINARY_USER);
    process.seteuid?.(ORDINARY_USER);
  }
}

if (how === "together") {
  for (let count = 0; count < 1_000 && logged.length === 0; count += 1) {
    const together = [0, 1, 2].map((part) =>
      outcome(`call_${count}_${part}`, { summary: "x".repeat(1_500) }),
    );
    store.journal.appendAll?.(together);
  }
  console.log(JSON.stringify({ logged }));
  process.exit(0);
}

const synced: string[] = [];
let refusal = "";
for (let count = 0; count < 1_000 && refusal === ""; count += 1) {
  try {
    await store.journal.sync(intent(`call_${count}`, { input: { text: "x".repeat(1_500) } }));
    synced.push(`call_${count}`);
  } catch (error) {
    refusal = error instanceof Error ? error.message : String(error);
  }
}
store.journal.append(outcome("call_late", { summary: "y".repeat(4_000) }));
store.journal.append(outcome("call_later", { summary: "y".repeat(4_000) }));
console.log(JSON.stringify({ synced, refusal, logged }));
process.exit(0);
