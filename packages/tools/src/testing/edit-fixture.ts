import type { CallOutcome, FailureOutcome, Json } from "@wield/core";
import { createTestBench, type TestBench, type TestBenchOptions } from "@wield/testkit";
import { expect } from "vitest";
import editFile from "../files/edit-file/edit-file.tool.ts";
import readFile from "../files/read-file/read-file.tool.ts";
import writeFile from "../files/write-file/write-file.tool.ts";
import { failureOf } from "./outcome-fixture.ts";

/** A folder with these files, and the tools that read, write and edit them. */
export function editBench(
  files: TestBenchOptions["files"] = {},
  options: Partial<TestBenchOptions> = {},
): Promise<TestBench> {
  return createTestBench({ tools: [readFile, writeFile, editFile], files, ...options });
}

interface Tried {
  readonly outcome: CallOutcome;
  /** What the file holds afterwards. */
  readonly text: string;
}

/** One edit of `a.txt` with this content. */
export async function edit(
  content: string | Uint8Array,
  input: { readonly [name: string]: Json },
): Promise<Tried> {
  await using bench = await editBench({ "a.txt": content });
  const outcome = await bench.call("edit_file", { path: "a.txt", ...input });
  return { outcome, text: Buffer.from(await bench.folder.bytes("a.txt")).toString("latin1") };
}

/** The failure of an edit that must leave the file as it was. */
export async function refused(
  content: string,
  input: { readonly [name: string]: Json },
): Promise<FailureOutcome> {
  const { outcome, text } = await edit(content, input);
  expect(text).toBe(Buffer.from(content).toString("latin1"));
  return failureOf(outcome);
}
