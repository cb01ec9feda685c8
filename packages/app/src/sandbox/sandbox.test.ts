// Prevents: settings of the sandbox that reach no command, and paths of a command judged where its shell is not.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CallOutcome } from "@wield/core";
import { afterEach, expect, test } from "vitest";
import { temporaryPlaces } from "../testing/temporary-places.ts";
import { callTool, testRuntimes } from "../testing/test-runtimes.ts";

const { open, closeAll } = testRuntimes();

afterEach(closeAll);

const dataOf = (outcome: CallOutcome): unknown => (outcome.status === "ok" ? outcome.data : outcome);

test("commands change the workspace and what sandbox.write names, and find sandbox.hide empty", async () => {
  const places = temporaryPlaces();
  for (const folder of ["cache", "keys", "elsewhere"]) mkdirSync(join(places.root, folder));
  writeFileSync(join(places.root, "keys/key"), "secret key");
  places.write("home/config.yaml", `sandbox:\n  kind: bubblewrap\n  write: [~/cache]\n  hide: [~/keys]\n`);
  const runtime = await open(places);
  const command = `echo a > made; echo b > ~/cache/made; (echo c > ~/elsewhere/made) 2>/dev/null; cat ~/keys/key 2>/dev/null; true`;
  const ran = await callTool(runtime, "terminal", { input: { command } });
  expect(ran).toMatchObject({ status: "ok", data: { sandbox: { kind: "bubblewrap", network: "on" } } });
  expect(JSON.stringify(ran)).not.toContain("secret key");
  expect(readFileSync(join(places.workspace, "made"), "utf8")).toBe("a\n");
  expect(existsSync(join(places.root, "cache/made"))).toBe(true);
  expect(existsSync(join(places.root, "elsewhere/made"))).toBe(false);
  expect(runtime.sandbox.facts).toEqual({ kind: "bubblewrap", network: "on" });
});

test("without network, and without a sandbox, is what the result says", async () => {
  const off = temporaryPlaces();
  off.write("home/config.yaml", "sandbox: { network: off }\n");
  expect(dataOf(await callTool(await open(off), "terminal", { input: { command: "true" } }))).toMatchObject({
    sandbox: { kind: "bubblewrap", network: "off" },
  });
  const none = temporaryPlaces();
  none.write("home/config.yaml", "sandbox: { kind: none }\n");
  const runtime = await open(none);
  expect(dataOf(await callTool(runtime, "terminal", { input: { command: "true" } }))).toMatchObject({
    sandbox: { kind: "none", network: "on" },
  });
  expect(runtime.sandbox.problem).toBeUndefined();
});

test("a command is judged in the folder the shell was left in", async () => {
  const places = temporaryPlaces();
  places.write("home/config.yaml", `tools:\n  rules: [{ match: { path: ".env" }, action: deny }]\n`);
  mkdirSync(join(places.workspace, "sub"));
  writeFileSync(join(places.workspace, ".env"), "secret");
  const runtime = await open(places);
  const run = (command: string) => callTool(runtime, "terminal", { input: { command } });
  expect(await run("cd sub")).toMatchObject({ status: "ok" });
  expect(await run("cat ../.env")).toMatchObject({ status: "denied", code: "policy_denied" });
  expect(await run("pwd")).toMatchObject({ status: "ok", text: `${places.workspace}/sub\n` });
});
