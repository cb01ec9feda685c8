import { spawn, type ChildProcess } from "node:child_process";
import { defineTool, ok, type ToolDefinition } from "@wield/core";
import * as z from "zod";

/** Programs the tools of this process started and left running. */
const children: ChildProcess[] = [];

export function endChildren(): void {
  for (const child of children) child.kill("SIGKILL");
}

const printThings = defineTool({
  name: "print_things",
  description: "Prints to standard output in every way that a tool's code may.",
  input: z.strictObject({}),
  mutates: false,
  run: () => {
    console.log("printed by console.log");
    console.info('{"jsonrpc":"2.0","method":"printed"}');
    process.stdout.write("printed by write\n");
    return "printed";
  },
});

const wait = defineTool({
  name: "wait_here",
  description: "Waits until it is cancelled, or for the given time, and reports on the way.",
  input: z.strictObject({
    ms: z.int().describe("Milliseconds to wait."),
    word: z.string().default("done").describe("What to answer."),
    stubborn: z.boolean().default(false).describe("Whether to pass over a cancel."),
  }),
  mutates: false,
  run: async ({ ms, word, stubborn }, { signal, progress }) => {
    progress("waiting", 0.25);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      signal.addEventListener("abort", () => {
        console.error(`aborted ${word}`);
        if (stubborn) return;
        clearTimeout(timer);
        resolve();
      });
    });
    return word;
  },
});

const startChild = defineTool({
  name: "start_child",
  description: "Starts a program that runs on after the call.",
  input: z.strictObject({}),
  output: z.strictObject({ pid: z.int() }),
  mutates: true,
  run: () => {
    const child = spawn("sleep", ["600"], { stdio: "ignore" });
    children.push(child);
    return ok("started", { pid: child.pid ?? 0 });
  },
});

const giveMuch = defineTool({
  name: "give_much",
  description: "Answers with as many characters as it is asked for.",
  input: z.strictObject({ characters: z.int().describe("How many.") }),
  mutates: false,
  run: ({ characters }) => "x".repeat(characters),
});

const giveImage = defineTool({
  name: "give_image",
  description: "Answers with a small picture.",
  input: z.strictObject({}),
  mutates: false,
  guidance: "Use it to see whether pictures arrive.",
  run: () => {
    const bytes = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    return ok("a picture", undefined, { blocks: [{ type: "image", mediaType: "image/png", bytes }] });
  },
});

const askUser = defineTool({
  name: "ask_user",
  description: "Stands for the tool that asks a person, which is not offered over MCP.",
  input: z.strictObject({}),
  mutates: false,
  run: () => "nobody should get here",
});

export const fixtureTools: readonly ToolDefinition[] = [
  printThings,
  wait,
  startChild,
  giveMuch,
  giveImage,
  askUser,
];
