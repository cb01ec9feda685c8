// The behaviour every files driver has, whatever it works on.
import { describe } from "vitest";
import type { DriverBench } from "./driver-bench.ts";
import { appendAndDeleteCases } from "./suite/append-and-delete-cases.ts";
import { missingCases } from "./suite/missing-cases.ts";
import { pathCases } from "./suite/path-cases.ts";
import { readCases } from "./suite/read-cases.ts";
import { undoCases } from "./suite/undo-cases.ts";
import { writeCases } from "./suite/write-cases.ts";

/** Registers the shared tests for one driver. `makeBench` gives an empty place each time. */
export function describeFilesDriver(name: string, makeBench: () => Promise<DriverBench>): void {
  describe(`${name}: paths`, () => pathCases(makeBench));
  describe(`${name}: what is missing`, () => missingCases(makeBench));
  describe(`${name}: reading`, () => readCases(makeBench));
  describe(`${name}: writing`, () => writeCases(makeBench));
  describe(`${name}: undo data`, () => undoCases(makeBench));
  describe(`${name}: appending and deleting`, () => appendAndDeleteCases(makeBench));
}
