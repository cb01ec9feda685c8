// Prevents: three processes at work on one home and one folder, of which one dies at a random instant, leaving a torn
// file, a change without a record, or something that the others lose. The long run is `npm run soak:crash`.
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildCommand, type BuiltCommand } from "../command/built-command.ts";
import { crashSoak } from "./crash-soak.ts";

let built: BuiltCommand;

beforeAll(() => {
  built = buildCommand();
});

afterAll(() => built[Symbol.dispose]());

test("six kills among three processes leave every file old or new, every change told, and the living alone", async () => {
  const { violations, counts } = await crashSoak({ kills: 6, seed: 20, main: built.main });
  expect(violations).toEqual([]);
  expect(counts.get("kills")).toBe(6);
  expect(counts.get("calls") ?? 0).toBeGreaterThan(30);
  expect(counts.get("running calls of the living") ?? 0).toBeGreaterThan(0);
}, 240_000);
