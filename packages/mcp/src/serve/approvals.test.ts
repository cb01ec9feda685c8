// Prevents: a change that runs without the person's leave, because a client declined, sent nothing, cannot ask, or the
// operator closed that way; a question that only one surface can answer; a journal that does not say who answered.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "@wield/host";
import { openStore } from "@wield/store";
import type { CallToolResult, ElicitRequest, ElicitResult } from "@modelcontextprotocol/server";
import { type FixturePlaces, makePlaces } from "../testing/fixture-places.ts";
import { CLIENTS, type TestClient } from "../testing/test-client.ts";
import { textOf } from "../testing/text-of.ts";

const PROMPT = "tools: {approval_mode: prompt}\n";

describe.each(CLIENTS)("%s", (_name, start) => {
  let places: FixturePlaces;
  let client: TestClient;
  let reply: (signal: AbortSignal) => ElicitResult | Promise<ElicitResult>;
  const asked: ElicitRequest["params"][] = [];

  beforeAll(async () => {
    places = await makePlaces({ "home/config.yaml": PROMPT });
    client = await start(
      { home: places.home, cwd: places.workspace },
      {
        elicit: (params, signal) => {
          asked.push(params);
          return reply(signal);
        },
      },
    );
  });
  afterAll(async () => {
    await client[Symbol.asyncDispose]();
    await places[Symbol.asyncDispose]();
  });
  const writeTo = (path: string): Promise<CallToolResult> =>
    client.call("write_file", { path, content: "new\n" });
  const exists = async (path: string): Promise<boolean> => (await readdir(places.workspace)).includes(path);

  test("a change runs once it was allowed, and the question showed what it would do", async () => {
    reply = () => choose("allow once");
    const result = await writeTo("once.txt");
    expect(result.isError).toBeUndefined();
    expect(await places.read("w/once.txt")).toBe("new\n");
    const question = asked.at(-1);
    expect(question?.message).toContain("write_file");
    expect(question?.message).toContain("once.txt");
    expect(question?.message).toContain("+new");
  });

  test("nothing but a choice to allow is one", async () => {
    const replies: readonly ElicitResult[] = [
      choose("deny"),
      { action: "decline" },
      { action: "cancel" },
      { action: "accept", content: {} },
      { action: "accept", content: { decision: "always" } },
      choose("yes"),
    ];
    for (const answer of replies) {
      reply = () => answer;
      const result = await writeTo("refused.txt");
      expect(result.isError, JSON.stringify(answer)).toBe(true);
      expect(textOf(result)).toContain("the MCP client test-client refused");
    }
    expect(await exists("refused.txt")).toBe(false);
  });

  test("allowed for the session, the same change is not asked for again", async () => {
    reply = () => choose("allow for this session");
    await writeTo("session.txt");
    const before = asked.length;
    const again = await client.call("write_file", { path: "session.txt", content: "newer\n" });
    expect(again.isError).toBeUndefined();
    expect(asked.length).toBe(before);
  });

  test("a person at another surface may answer first", async () => {
    const { promise: isAsked, resolve: sayAsked } = Promise.withResolvers<void>();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    reply = async (signal) => {
      sayAsked();
      await Promise.race([isReleased, new Promise((resolve) => signal.addEventListener("abort", resolve))]);
      return { action: "decline" };
    };
    const result = writeTo("elsewhere.txt");
    await isAsked;
    const store = await openStore({ home: places.home, clock: systemClock, log: () => {} });
    const [request] = await store.approvals.pending();
    await store.approvals.answer(request?.id ?? "", {
      choice: "once",
      by: "ada",
      surface: "web",
      at: systemClock.now(),
    });
    await store.close();
    // Where questions travel in results, the client finds out when it comes back with its own answer.
    await expect.poll(() => exists("elsewhere.txt")).toBe(true);
    release();
    expect((await result).isError).toBeUndefined();
  });

  test("a client that fails to ask gets no leave", async () => {
    reply = () => {
      throw new Error("the window is gone");
    };
    const result = await writeTo("failed.txt").catch((error: unknown) => String(error));
    expect(typeof result === "string" || result.isError).toBe(true);
    expect(await exists("failed.txt")).toBe(false);
  });

  test("the journal says who answered", async () => {
    reply = () => choose("allow once");
    await writeTo("journaled.txt");
    const answers = (await journalOf(places.home)).filter((entry) => entry["type"] === "answered");
    expect(answers.at(-1)).toMatchObject({
      answer: "once",
      by: "the MCP client test-client",
      surface: "mcp",
    });
  });
});

test.each([
  ["a client that shows no questions", PROMPT, "elicitation"],
  ["mcp.approvals: surfaces", `${PROMPT}mcp: {approvals: surfaces}\n`, 'mcp.approvals is "surfaces"'],
  ["mcp.approvals: deny", `${PROMPT}mcp: {approvals: deny}\n`, 'mcp.approvals is "deny"'],
])("with %s a change that asks is refused at once, and the sentence says why", async (_name, config, why) => {
  await using places = await makePlaces({ "home/config.yaml": config });
  const [, start] = CLIENTS[0] ?? [];
  const elicit = why === "elicitation" ? {} : { elicit: () => choose("allow once") };
  const client = await start?.({ home: places.home, cwd: places.workspace }, elicit);
  const result = await client?.call("write_file", { path: "no.txt", content: "x" });
  expect(result?.isError).toBe(true);
  expect(textOf(result)).toContain(why);
  expect(await readdir(places.workspace)).toEqual([]);
  await client?.close();
});

function choose(decision: string): ElicitResult {
  return { action: "accept", content: { decision } };
}

async function journalOf(home: string): Promise<Record<string, unknown>[]> {
  const folder = join(home, "journal");
  const days = (await readdir(folder)).filter((name) => name.endsWith(".jsonl")).toSorted();
  const texts = await Promise.all(days.map((day) => readFile(join(folder, day), "utf8")));
  return texts
    .join("")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
