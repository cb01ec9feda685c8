// Prevents: a secret in stored output because it came in two pieces, and a call that fails because storing did.
import { createTestBench } from "@wield/testkit";
import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "../contract/define-tool.ts";
import { ok } from "../contract/result.ts";
import { defineService } from "../services/service.ts";
import type { CallScope } from "./call-scope.ts";
import { okOf } from "../testing/outcome-fixture.ts";

const Writer = defineService<(pieces: readonly string[]) => Promise<unknown>>()("writer");
const SHOWN = `start\n${"x".repeat(2000)}\nend`;

const tool = (pieces: readonly string[]) =>
  defineTool({
    name: "say_much",
    description: "Says more than it holds.",
    input: z.strictObject({}),
    mutates: false,
    needs: [Writer],
    async run(_input, { writer }) {
      await writer(pieces);
      return ok(SHOWN);
    },
  });

const services = [
  {
    token: Writer,
    open: (scope: CallScope) => (pieces: readonly string[]) =>
      scope.storeOutput({ pieces, isPartial: false, shownCharacters: SHOWN.length }),
  },
];

const bench = (pieces: readonly string[]) =>
  createTestBench({
    tools: [tool(pieces)],
    services,
    secrets: [{ name: "TOKEN", value: "very-secret-value" }],
    settings: { maxOutputChars: 1000 },
  });

test("a secret that stands in two pieces is masked, wherever the border falls", async () => {
  const line = `${"y".repeat(97)}\n`;
  for (const before of [0, 1, 1337, 1342]) {
    const text = `${line.repeat(before)}very-secret-value\n${line.repeat(3000)}`;
    for (const cut of [line.length * before + 3, 128 * 1024, 100_000]) {
      await using here = await bench([text.slice(0, cut), text.slice(cut)]);
      const outcome = okOf(await here.call("say_much"));
      const stored = here.outputs.all[0];
      expect(stored?.text).toBe(text.replace("very-secret-value", "[TOKEN]"));
      expect(outcome.outputRef).toBe(stored?.id);
      const cutCharacters = (stored?.text.length ?? 0) - 1000;
      expect(outcome.text).toContain(
        `… ${cutCharacters} characters cut; whole text: ${stored?.id} (read_output reads it)`,
      );
    }
  }
});

test("a private key that spans pieces is masked", async () => {
  const key = `-----BEGIN PRIVATE KEY-----\n${`${"A1b2".repeat(16)}\n`.repeat(40)}-----END PRIVATE KEY-----\n`;
  const filler = "z".repeat(99).concat("\n").repeat(1140);
  await using here = await bench([filler, key.slice(0, 900), key.slice(900), filler]);
  okOf(await here.call("say_much"));
  expect(here.outputs.all[0]?.text).not.toContain("A1b2A1b2");
});

test("when it cannot be stored the call goes on, and its text is cut as ever", async () => {
  await using here = await bench(["much"]);
  here.outputs.failSaves();
  const outcome = okOf(await here.call("say_much"));
  expect(outcome.text).toContain("characters cut");
  expect(outcome.outputRef).toBeUndefined();
  expect(here.logLines.some(({ message }) => message.includes("could not be stored"))).toBe(true);
});
