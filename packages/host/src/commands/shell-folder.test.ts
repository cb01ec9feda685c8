// Prevents: a path of a command judged in another folder than the one it is used in.
import { defineTool, ok } from "@wield/core";
import { createTestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import { z } from "zod";

/** A shell as far as folders go. */
async function makeBench() {
  let folder = "";
  const ran: string[] = [];
  const terminal = defineTool({
    name: "terminal",
    description: "Goes to the folder that cd names.",
    input: z.strictObject({ command: z.string().describe("The line.") }),
    mutates: "depends",
    effects: ({ command }) => [{ kind: "run", command }],
    run: ({ command }) => {
      ran.push(command);
      const target = /^cd (\S+)$/.exec(command)?.[1];
      if (target !== undefined) folder = `${bench.root}/${target}`;
      return ok("done");
    },
  });
  const bench = await createTestBench({
    tools: [terminal],
    files: { "sub/a.txt": "a", ".env": "secret" },
    settings: { rules: [{ match: { path: ".env" }, action: "deny" }] },
    commandFolder: () => folder || bench.root,
  });
  return { bench, ran };
}

test("a command is judged in the folder its shell is in", async () => {
  const { bench, ran } = await makeBench();
  await using _ = bench;
  await bench.call("terminal", { command: "cat ../.env" });
  await bench.call("terminal", { command: "cd sub" });
  const refused = await bench.call("terminal", { command: "cat ../.env" });
  expect(refused).toMatchObject({ status: "denied", code: "policy_denied" });
  // In the workspace itself the same words name a file outside of it, which no rule closes.
  expect(ran).toEqual(["cat ../.env", "cd sub"]);
});

test("a command that was judged before an earlier one of its batch moved the shell is judged again", async () => {
  const { bench, ran } = await makeBench();
  await using _ = bench;
  const commands = ["cd sub", "cat ../.env", "cat a.txt"].map((command) => ({
    tool: "terminal",
    input: { command },
  }));
  const outcomes = await bench.batch(commands);
  expect(outcomes.map(({ status }) => status)).toEqual(["ok", "denied", "ok"]);
  expect(outcomes[1]).toMatchObject({
    code: "policy_denied",
    message: expect.stringMatching(
      /^terminal was not run: the shell is in .*\/sub now, and there: a rule forbids this call/,
    ),
  });
  expect(ran).toEqual(["cd sub", "cat a.txt"]);
});
