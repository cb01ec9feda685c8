// A program for crash tests: changes files of its own folder by one call after the other until it is killed, and
// tells each change before it makes it. Arguments: its folder in the workspace, a seed, and `asks` when each call
// is to be approved first. The workspace is the current folder.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openRuntime } from "@wield/app";
import type { Asker } from "@wield/core";
import type { Mutation, MutatorReport } from "./mutator-report.ts";
import { seededRandom } from "./seeded-random.ts";

const KB = 1024;

const [folder = "", seed = "1", mode = ""] = process.argv.slice(2);
const random = seededRandom(Number(seed));
const files = new Map<string, string>();

function report(line: MutatorReport): void {
  writeSync(3, `${JSON.stringify(line)}\n`);
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Lines of plain text, about so many bytes; the first one is what edits change. */
function textOf(bytes: number): string {
  const letter = String.fromCodePoint(97 + random.whole(0, 25));
  const line = `${letter.repeat(60)} ${random.whole(100_000, 999_999)}\n`;
  return `version: ${random.whole(0, 1e9)}\n${line.repeat(Math.ceil(bytes / line.length))}`;
}

function someBytes(): number {
  const dice = random.next();
  if (dice < 0.4) return random.whole(1, 2000);
  if (dice < 0.7) return random.whole(2, 90) * KB;
  if (dice < 0.92) return random.whole(90, 500) * KB;
  return random.whole(1, 4) * KB * KB;
}

interface Change {
  readonly what: Mutation;
  readonly path: string;
  readonly after: string;
  readonly tool: "write_file" | "edit_file";
  readonly input: Readonly<Record<string, unknown>>;
}

function nextChange(count: number): Change {
  const paths = [...files.keys()];
  const what = paths.length < 3 ? "new" : random.of(["new", "overwrite", "append", "edit"] as const);
  if (what === "new") {
    const path = `${folder}/${"deep/".repeat(random.whole(0, 3))}n${count}/f${random.whole(0, 1e6)}.txt`;
    const after = textOf(someBytes());
    return { what, path, after, tool: "write_file", input: { path, content: after } };
  }
  const path = random.of(paths);
  const before = files.get(path) ?? "";
  if (what === "overwrite") {
    const after = textOf(someBytes());
    return { what, path, after, tool: "write_file", input: { path, content: after } };
  }
  if (what === "append") {
    const content = textOf(Math.min(someBytes(), 300 * KB));
    return {
      what,
      path,
      after: before + content,
      tool: "write_file",
      input: { path, content, append: true },
    };
  }
  const [old = ""] = before.split("\n", 1);
  // The first line alone may stand in an appended part as well.
  const anchor = before.slice(0, old.length + 40);
  const replaced = `version: ${random.whole(0, 1e9)}${anchor.slice(old.length)}`;
  return {
    what,
    path,
    after: replaced + before.slice(anchor.length),
    tool: "edit_file",
    input: { path, old_string: anchor, new_string: replaced },
  };
}

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && entry.name.endsWith(".txt")) files.set(path, readFileSync(path, "utf8"));
}

const opened = await openRuntime({
  cwd: process.cwd(),
  env: process.env,
  surface: "terminal",
  ...(mode === "asks" ? { flags: { approvalMode: "prompt" } } : {}),
});
if (!opened.ok) throw new Error(opened.message);
const runtime = opened.value;
const approver: Asker = {
  surface: "terminal",
  ask: async () => ({ choice: "once", by: "the mutator", surface: "terminal", at: Date.now() }),
};
const conversation = runtime.conversation({
  // A session of its own: what it saw is not what the one before it saw.
  sessionId: `ses_${folder}_${process.pid}`,
  caller: "test",
  surface: "terminal",
  askers: [approver],
});

report({ kind: "ready" });
for (let count = 0; ; count += 1) {
  const { what, path, after, tool, input } = nextChange(count);
  const before = files.get(path);
  report({
    kind: "begin",
    what,
    path,
    before: before === undefined ? null : hashOf(before),
    after: hashOf(after),
    beforeBytes: Buffer.byteLength(before ?? ""),
    afterBytes: Buffer.byteLength(after),
  });
  const outcome = await runtime.pipeline.call(
    { tool, input: JSON.stringify(input) },
    conversation.snapshot(),
  );
  const said = outcome.status === "ok" ? outcome.text : `${outcome.message} ${outcome.hint ?? ""}`;
  report({ kind: "end", path, callId: outcome.call.id, status: outcome.status, said: said.slice(0, 300) });
  if (outcome.status === "ok") files.set(path, after);
}
