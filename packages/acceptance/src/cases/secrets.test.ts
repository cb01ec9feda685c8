// Prevents: a secret that one tool masks and another shows, that stands in the records, or that a mask is written over.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { renderOutcome } from "@wield/core";
import { expect, test } from "vitest";
import { callTool, makePlaces } from "../command/places.ts";

const KEY = `sk-${"aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC3dE5f".slice(0, 40)}`;
const TOKEN = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8".slice(0, 36)}`;

test("P-016: a secret looks the same whichever tool shows it, and stands in no record", async () => {
  await using places = makePlaces();
  places.write("work/.env", `KEY=${KEY}\nOTHER=task-sk-list\nPLAIN=sk-${"abcdefghijklmnopqrstuvwxyzabcd"}\n`);
  const runtime = await places.open();
  const read = await callTool(runtime, "read_file", { path: ".env" });
  const grep = await callTool(runtime, "grep", { pattern: "KEY", path: ".env" });
  const edit = await callTool(runtime, "edit_file", {
    path: ".env",
    old_string: "task-sk-list",
    new_string: "x",
  });
  for (const outcome of [read, grep, edit]) {
    expect(outcome.status).toBe("ok");
    expect(JSON.stringify(outcome)).not.toContain(KEY.slice(3, 20));
    expect(JSON.stringify(outcome)).toContain("KEY=[REDACTED_API_KEY]");
  }
  expect(renderOutcome(read)).toContain("OTHER=task-sk-list");
  expect(renderOutcome(read)).toContain("PLAIN=sk-abcdefghijklmnopqrstuvwxyzabcd");
  expect(readFileSync(join(places.workspace, ".env"), "utf8")).toContain(KEY);
  // What undo keeps are the person's own bytes; nothing else may hold them.
  await callTool(runtime, "write_file", { path: "b.txt", content: `again ${KEY}` });
  await runtime.close();
  for (const name of readdirSync(places.home, { recursive: true, encoding: "utf8" })) {
    if (name.startsWith("undo") || !/\.(?:jsonl|db|db-wal|json|txt)$/.test(name)) continue;
    expect(readFileSync(join(places.home, name)).includes(KEY.slice(3, 20)), name).toBe(false);
  }
});

test("P-017: our own mask is never written over the real value", async () => {
  await using places = makePlaces();
  const file = join(places.workspace, "c.yaml");
  places.write("work/c.yaml", `token: ${TOKEN}\nid: abc\n`);
  const runtime = await places.open();
  const read = await callTool(runtime, "read_file", { path: "c.yaml" });
  const shown = (read.status === "ok" ? read.text : "").split("\n\n").slice(1).join("\n\n");
  expect(shown).toBe("token: [REDACTED_API_KEY]\nid: abc\n");
  expect(
    await callTool(runtime, "edit_file", { path: "c.yaml", old_string: "id: abc", new_string: "id: abd" }),
  ).toMatchObject({ status: "ok" });
  expect(readFileSync(file, "utf8")).toBe(`token: ${TOKEN}\nid: abd\n`);
  expect(await callTool(runtime, "write_file", { path: "c.yaml", content: shown })).toMatchObject({
    status: "denied",
    code: "policy_denied",
  });
  expect(readFileSync(file, "utf8")).toBe(`token: ${TOKEN}\nid: abd\n`);
  expect(await callTool(runtime, "write_file", { path: "new.yaml", content: shown })).toMatchObject({
    status: "ok",
  });
  expect(readFileSync(join(places.workspace, "new.yaml"), "utf8")).toBe(shown);
});
