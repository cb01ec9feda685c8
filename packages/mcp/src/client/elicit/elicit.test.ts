// Prevents: a person who is asked in another's name, or without end; answers that reach a server as something else
// than what was said; secrets asked for as if they were nothing.
import { type CallScope, type CardEnd, type Outcome, type Question, value } from "@wield/core";
import { expect, test } from "vitest";
import { oddEntry, startServers } from "../../testing/servers-fixture.ts";
import type { AskablePeople } from "./ask-people.ts";

const FORM = {
  message: "Who are you?",
  requestedSchema: {
    type: "object",
    properties: {
      name: { type: "string", title: "Name" },
      age: { type: "integer", default: 30 },
      is_member: { type: "boolean" },
      colour: { type: "string", enum: ["red", "green"], enumNames: ["Red", "Green"] },
      api_key: { type: "string" },
    },
    required: ["name", "age", "is_member", "colour"],
  },
};

const ASKING = { name: "asking", inputSchema: { type: "object", properties: {} } };

interface Asked {
  readonly questions: readonly Question[];
  readonly session: string;
}

/** People who answer each card in turn; when there is nothing left they close it. */
function peopleWho(ends: readonly Outcome<CardEnd>[]): {
  readonly people: AskablePeople;
  readonly asked: Asked[];
} {
  const asked: Asked[] = [];
  const people: AskablePeople = {
    open: (scope: CallScope) => ({
      ask: async (questions) => {
        asked.push({ questions, session: scope.call.sessionId });
        return ends[asked.length - 1] ?? value({ status: "cancelled" });
      },
    }),
  };
  return { people, asked };
}

function answered(...texts: readonly (string | readonly string[])[]): Outcome<CardEnd> {
  const answers = texts.map((text) =>
    typeof text === "string" ? { values: [], text } : { values: [...text] },
  );
  return value({ status: "answered", answers });
}

async function ask(forms: readonly object[], people?: AskablePeople): Promise<unknown> {
  const entry = oddEntry("curious", { pages: [[ASKING]], asks: { asking: forms } });
  await using servers = await startServers([entry], people === undefined ? {} : { people });
  const result = await servers.service().callTool("curious", "asking", { input: {} });
  return result.ok ? JSON.parse(result.text) : result;
}

test("a form is put as questions that name the server, and the answers have the types it wants", async () => {
  const { people, asked } = peopleWho([answered("Ada", "", ["yes"], ["green"], "")]);
  expect(await ask([FORM], people)).toEqual([
    { action: "accept", content: { name: "Ada", age: 30, is_member: true, colour: "green" } },
  ]);
  const questions = asked[0]?.questions ?? [];
  expect(questions).toHaveLength(5);
  for (const { question } of questions) expect(question).toContain("MCP server curious");
  expect(questions[1]?.question).toContain("left out: 30");
  expect(questions[3]?.options).toEqual([
    { value: "red", label: "Red" },
    { value: "green", label: "Green" },
  ]);
  expect(questions[4]?.question).toContain("looks like a secret");
  expect(questions[0]?.question).not.toContain("looks like a secret");
});

test("a wrong answer is asked for once more with what is wrong, and then declined", async () => {
  const wrong = answered("Ada", "thirty", ["no"], ["red"], "");
  const { people, asked } = peopleWho([wrong, answered("Ada", "31", ["no"], ["red"], "")]);
  expect(await ask([FORM], people)).toEqual([
    { action: "accept", content: { name: "Ada", age: 31, is_member: false, colour: "red" } },
  ]);
  expect(asked[1]?.questions[0]?.question).toContain("age");
  const stubborn = peopleWho([wrong, wrong, wrong]);
  expect(await ask([FORM], stubborn.people)).toEqual([{ action: "decline" }]);
});

test("closing the card cancels, and nobody there declines", async () => {
  expect(await ask([FORM], peopleWho([]).people)).toEqual([{ action: "cancel" }]);
  expect(await ask([FORM])).toEqual([{ action: "decline" }]);
});

test("more than three questions in one call are declined without being shown", async () => {
  const yes = answered(["yes"]);
  const { people, asked } = peopleWho([yes, yes, yes, yes, yes]);
  const confirm = { message: "Sure?", requestedSchema: { type: "object", properties: {} } };
  const accepted = { action: "accept", content: {} };
  expect(
    await ask(
      Array.from({ length: 5 }, () => confirm),
      people,
    ),
  ).toEqual([accepted, accepted, accepted, { action: "decline" }, { action: "decline" }]);
  expect(asked).toHaveLength(3);
});

test("a link is shown with its host, and nothing is opened", async () => {
  const { people, asked } = peopleWho([answered(["yes"]), answered(["no"])]);
  const link = { mode: "url", message: "Log in.", url: "https://login.example/a?b=1", elicitationId: "1" };
  expect(await ask([link, link], people)).toEqual([{ action: "accept" }, { action: "decline" }]);
  expect(asked[0]?.questions[0]?.question).toContain("page of login.example: https://login.example/a?b=1");
});

test("a form that is larger than a card, or asks for what no card holds, is declined", async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 11 }, (_, index) => [`f${index}`, { type: "string" }]),
  );
  const { people, asked } = peopleWho([answered("x")]);
  expect(await ask([{ message: "All?", requestedSchema: { type: "object", properties } }], people)).toEqual([
    { action: "decline" },
  ]);
  expect(asked).toEqual([]);
});

test("with calls of two conversations under way nobody is shown what another is asked", async () => {
  const { people, asked } = peopleWho([answered(["yes"])]);
  const confirm = { message: "Sure?", requestedSchema: { type: "object", properties: {} } };
  const wait = { ...ASKING, name: "wait" };
  const script = { pages: [[ASKING, wait]], asks: { asking: [confirm] }, silentTools: ["wait"] };
  await using servers = await startServers([oddEntry("curious", script)], { people });
  const abort = new AbortController();
  const other = servers.service(abort.signal, "another").callTool("curious", "wait", { input: {} });
  await expect.poll(() => servers.host.status()[0]?.lastWords).toContain("wait was called");
  const mine = await servers.service(undefined, "mine").callTool("curious", "asking", { input: {} });
  expect(mine).toMatchObject({ text: '[{"action":"decline"}]' });
  expect(asked).toEqual([]);
  abort.abort();
  await other;
});
