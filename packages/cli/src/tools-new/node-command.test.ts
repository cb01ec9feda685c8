// Prevents: a test of one's own tool that is started with an older Node, which cannot read TypeScript.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nodeCommand } from "./node-command.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "wield-node-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

test("node is called by its name only where that name leads to the running one", () => {
  const running = join(folder, "running");
  writeFileSync(running, "");
  expect(nodeCommand(folder, running)).toBe(running);
  expect(nodeCommand(undefined, running)).toBe(running);
  symlinkSync(running, join(folder, "node"));
  expect(nodeCommand(`/nowhere:${folder}`, running)).toBe("node");
  rmSync(join(folder, "node"));
  writeFileSync(join(folder, "node"), "older");
  expect(nodeCommand(folder, running)).toBe(running);
});
