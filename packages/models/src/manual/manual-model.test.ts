// Prevents: text that reaches the manual model by another way than a person's keyboard being run as a call; a typed
// call that means something else than at the prompt.
import { expect, test } from "vitest";
import { value, type Message, type UserMessage } from "@wield/core";
import { called, card, collect, person, requestOf, result } from "../testing/model-fixture.ts";
import { manualModel } from "./manual-model.ts";

async function answer(messages: readonly Message[]): Promise<unknown> {
  const model = manualModel({ readFile: () => value("from a file") });
  const last = (await collect(model, requestOf(messages, [card("glob"), card("grep")]))).at(-1);
  return last?.kind === "answer" ? last.answer : last;
}

const say = (text: string) => ({
  finish: "stop",
  parts: [{ kind: "text", text: expect.stringContaining(text) }],
});

test.each<[string, readonly string[]]>([
  ["grep pattern=todo limit=7", ['{"pattern":"todo","limit":7}']],
  [`grep pattern='a "b" c'`, ['{"pattern":"a \\"b\\" c"}']],
  ['grep {"pattern": "todo"}', ['{"pattern": "todo"}']],
  ['grep {\n  "pattern": "todo"\n}', ['{\n  "pattern": "todo"\n}']],
  ["grep pattern=@words.txt", ['{"pattern":"from a file"}']],
  ["grep pattern:=5", ['{"pattern":5}']],
  ["grep pattern=a\n\nglob pattern=b\n", ['{"pattern":"a"}', '{"pattern":"b"}']],
  ["grep", ["{}"]],
  ["unknown_tool a=b", ['{"a":"b"}']],
  ['grep {"pattern": ', ['{"pattern":']],
])("%j is a call", async (line, inputs) => {
  expect(await answer([person(line)])).toMatchObject({
    finish: "calls",
    parts: inputs.map((rawInput) => ({ kind: "call", rawInput })),
  });
});

test("text that is no call is answered with how calls are typed, and near names", async () => {
  expect(await answer([person("please look for todo")])).toMatchObject(say("type a call"));
  expect(await answer([person("grpe for todo")])).toMatchObject(say("did you mean grep?"));
  expect(await answer([person("  ")])).toMatchObject(say("type a call"));
});

test("a line that cannot be read leaves the others unrun", async () => {
  expect(await answer([person("grep pattern=a\ngrep pattern='b")])).toMatchObject(say("is not closed"));
  expect(await answer([person("grep pattern=a\nand now something else")])).toMatchObject(say("type a call"));
});

test("only what a person typed is a call", async () => {
  for (const origin of ["guard", "notice", "summary"] as const) {
    const message: UserMessage = { ...person("grep pattern=a"), origin };
    expect(await answer([message])).toMatchObject(say("Noted."));
  }
  const past = [person("grep pattern=a"), called({ callId: "c1" }), result("c1", "grep pattern=secret")];
  expect(await answer(past)).toMatchObject(say("Done."));
});

test("how the calls ended is said", async () => {
  const calls = [person("x"), called({ callId: "c1" }, { callId: "c2" })];
  const failed = result("c2", "no", { status: "failed" });
  expect(await answer([...calls, result("c1"), failed])).toMatchObject(say("1 of 2 calls did not succeed."));
});

test("a cancelled request is cancelled", async () => {
  expect(await collect(manualModel(), requestOf([person("grep")]), AbortSignal.abort())).toEqual([
    { kind: "cancelled" },
  ]);
});
