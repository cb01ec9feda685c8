// Prevents: a fault of a moment that ends the turn, one that cannot be cured asked for again and again, an answer that
// broke off taken for whole, a key in a message.
import { afterEach, describe, expect, test } from "vitest";
import type { ModelEvent } from "@wield/core";
import type { ProviderRefusal, ProviderSource } from "@wield/testkit";
import {
  collect,
  createHastyClock,
  KEY,
  openBench,
  person,
  PROVIDERS,
  requestOf,
  type BenchOptions,
  type ModelBench,
  type ProviderUnderTest,
} from "./testing/model-fixture.ts";

const open: ModelBench[] = [];

async function run(
  provider: ProviderUnderTest,
  steps: readonly ProviderSource[],
  options?: BenchOptions,
): Promise<{ readonly events: ModelEvent[]; readonly bench: ModelBench }> {
  const bench = await openBench(provider, steps, options);
  open.push(bench);
  const events = await collect(bench.model, requestOf([person("hi")]));
  // Whatever happened: one last event, and no key anywhere.
  const last = events.filter(({ kind }) => ["answer", "failed", "cancelled"].includes(kind));
  expect(last).toHaveLength(1);
  expect(events.at(-1)).toBe(last[0]);
  expect(JSON.stringify(events)).not.toContain(KEY);
  return { events, bench };
}

afterEach(async () => {
  await Promise.all(open.splice(0).map(({ server }) => server.close()));
});

const kinds = (events: readonly ModelEvent[]): string[] => [...new Set(events.map(({ kind }) => kind))];

describe.each(PROVIDERS)("$id", (provider) => {
  test.each([408, 409, 429, 500, 502, 503, 504, 529])("HTTP %i is tried again", async (status) => {
    const { events, bench } = await run(provider, [{ status, message: "busy" }, "ok"]);
    expect(kinds(events)).toEqual(["attempt_failed", "text", "answer"]);
    expect(events[0]).toMatchObject({ attempt: 1, waitMs: 1000, failure: { httpStatus: status } });
    bench.server.assertDone();
  });

  test("after five attempts it ends, and waits twice as long each time", async () => {
    const clock = createHastyClock();
    const busy: ProviderRefusal = { status: 503, message: "no capacity" };
    const { events, bench } = await run(provider, [busy, busy, busy, busy, busy], { clock });
    const waits = events.flatMap((event) => (event.kind === "attempt_failed" ? [event.waitMs] : []));
    expect(waits).toEqual([1000, 2000, 4000, 8000]);
    expect(clock.waits).toEqual(waits);
    expect(events.at(-1)).toMatchObject({
      kind: "failed",
      failure: { kind: "overloaded", httpStatus: 503, message: expect.stringContaining("after 5 attempts") },
    });
    bench.server.assertDone();
  });

  test("what the provider asks to wait is waited", async () => {
    const limited: ProviderRefusal = { status: 429, message: "slow down", headers: { "retry-after": "17" } };
    const { events } = await run(provider, [limited, "ok"]);
    expect(events[0]).toMatchObject({ waitMs: 17_000, failure: { kind: "rate_limited" } });
  });

  test("a connection that is cut in mid-answer: what was shown is withdrawn, and asked for again", async () => {
    for (const how of ["cut", "end"] as const) {
      const broken = { text: "half an answer", deltaLength: 2, breaksAfter: { events: 6, how } };
      const { events, bench } = await run(provider, [broken, "whole"]);
      const order = kinds(events);
      expect(order, how).toEqual(["text", "attempt_failed", "reset", "answer"]);
      expect(events.find(({ kind }) => kind === "attempt_failed")).toMatchObject({
        failure: { kind: "broken_stream" },
      });
      expect(events.at(-1)).toMatchObject({ answer: { parts: [{ kind: "text", text: "whole" }] } });
      bench.server.assertDone();
    }
  });

  test("calls of an answer that broke off are not given to anybody", async () => {
    const calls = [{ tool: "grep", input: { pattern: "a" } }];
    const broken = { text: "I look", calls, deltaLength: 4, breaksAfter: { events: 5, how: "cut" } } as const;
    const { events } = await run(provider, [broken, "never mind"]);
    expect(events.at(-1)).toMatchObject({ answer: { parts: [{ kind: "text", text: "never mind" }] } });
  });

  test("a connection that is never answered is tried again", async () => {
    const { events } = await run(provider, [{ hangsUp: true }, "ok"]);
    expect(events[0]).toMatchObject({ kind: "attempt_failed", failure: { kind: "unreachable" } });
    expect(events.at(-1)).toMatchObject({ kind: "answer" });
  });

  test("a refused key ends at once, says what to do, and is never shown", async () => {
    const { events } = await run(provider, ["never"], { server: { key: "another" } });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      kind: "failed",
      failure: { kind: "auth", httpStatus: 401, hint: expect.stringMatching(/wield setup/) },
    });
  });

  test("a key that a server repeats in its error is masked", async () => {
    const { events } = await run(provider, [{ status: 400, message: `bad key ${KEY} in Bearer ${KEY}` }]);
    expect(JSON.stringify(events)).toContain("[API_KEY]");
  });

  test("a page in place of an answer is told by what it says", async () => {
    const body = "<html><body><h1>502 Bad Gateway</h1></body></html>";
    const { events } = await run(provider, [{ status: 403, body, headers: { "content-type": "text/html" } }]);
    expect(events.at(-1)).toMatchObject({ kind: "failed", failure: { kind: "auth" } });
    const page = await run(provider, [{ body: "<html>Sign in</html>", contentType: "text/html" }]);
    expect(page.events.at(-1)).toMatchObject({ kind: "failed" });
    expect(page.bench.server.requests).toHaveLength(1);
  });
});

const [ANTHROPIC, OPENAI, GOOGLE, CHAT] = PROVIDERS;

test.each<[string, ProviderUnderTest, ProviderRefusal, string]>([
  [
    "used up",
    ANTHROPIC,
    {
      status: 400,
      type: "invalid_request_error",
      message: "Your credit balance is too low to access the Anthropic API.",
    },
    "quota",
  ],
  [
    "used up",
    OPENAI,
    { status: 429, type: "insufficient_quota", message: "You exceeded your current quota" },
    "quota",
  ],
  ["used up", CHAT, { status: 402, message: "Top up first" }, "quota"],
  ["unknown model", ANTHROPIC, { status: 404, message: "model: claude-nope" }, "unknown_model"],
  [
    "unknown model",
    OPENAI,
    {
      status: 404,
      type: "model_not_found",
      message: "The model `gpt-9` does not exist or you do not have access to it.",
    },
    "unknown_model",
  ],
  [
    "unknown model",
    GOOGLE,
    {
      status: 404,
      message:
        "models/gemini-9 is not found for API version v1beta, or is not supported for generateContent.",
    },
    "unknown_model",
  ],
  [
    "unknown model",
    CHAT,
    { status: 404, message: 'model "llama9" not found, try pulling it first' },
    "unknown_model",
  ],
  ["wrong address", CHAT, { status: 404, body: "404 page not found" }, "other"],
  ["bad key", GOOGLE, { status: 400, message: "API key not valid. Please pass a valid API key." }, "auth"],
  ["no permission", ANTHROPIC, { status: 403, message: "Your API key does not have permission" }, "auth"],
  [
    "too long",
    ANTHROPIC,
    { status: 400, message: "prompt is too long: 210000 tokens > 200000 maximum" },
    "overflow",
  ],
  [
    "too long",
    OPENAI,
    {
      status: 400,
      type: "context_length_exceeded",
      message: "Your input exceeds the context window of this model.",
    },
    "overflow",
  ],
  [
    "too long",
    GOOGLE,
    {
      status: 400,
      message: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    },
    "overflow",
  ],
  [
    "too long",
    CHAT,
    {
      status: 400,
      message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens",
    },
    "overflow",
  ],
  ["too large", ANTHROPIC, { status: 413, message: "Request exceeds the maximum size" }, "overflow"],
  [
    "content",
    ANTHROPIC,
    { status: 400, message: "messages.3.content.0.image: Could not process image" },
    "content",
  ],
  ["content", CHAT, { status: 422, body: '{"detail":[{"loc":["body"],"msg":"field required"}]}' }, "content"],
  [
    "policy",
    OPENAI,
    {
      status: 400,
      type: "content_policy_violation",
      message: "Your request was rejected by our safety system.",
    },
    "refused",
  ],
])(
  "%s (%o): the failure says what it is, and nothing is repeated",
  async (_what, provider, refusal, kind) => {
    const { events, bench } = await run(provider, [refusal]);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ kind: "failed", failure: { kind, hint: expect.stringMatching(/\S/) } });
    const said = events[0]?.kind === "failed" ? events[0].failure.message : "";
    if (refusal.message !== undefined) expect(said).toContain(refusal.message);
    bench.server.assertDone();
  },
);

test.each<[ProviderUnderTest, string, string]>([
  [ANTHROPIC, "overloaded_error", "overloaded"],
  [OPENAI, "server_error", "overloaded"],
  [GOOGLE, "UNAVAILABLE", "overloaded"],
  [CHAT, "server_error", "overloaded"],
])("%o: an error in mid-stream withdraws what was shown and is tried again", async (provider, type, kind) => {
  const failing = {
    text: "half an answer",
    deltaLength: 2,
    failsAfter: { events: 6, type, message: "Overloaded" },
  };
  const { events } = await run(provider, [failing, "whole"]);
  expect(kinds(events)).toEqual(["text", "attempt_failed", "reset", "answer"]);
  expect(events.find((event) => event.kind === "attempt_failed")).toMatchObject({ failure: { kind } });
});

test("a wait longer than two minutes is cut to two minutes, and a date is understood", async () => {
  const now = Date.UTC(2026, 0, 1);
  for (const [header, waitMs] of [
    ["3600", 120_000],
    [new Date(now + 40_000).toUTCString(), 40_000],
    ["soon", 1000],
  ] as const) {
    const bench = await openBench(CHAT, [{ status: 429, headers: { "retry-after": header } }, "ok"]);
    open.push(bench);
    const cancel = new AbortController();
    for await (const event of bench.model.stream(requestOf([person("hi")]), cancel.signal)) {
      expect(event).toMatchObject({ kind: "attempt_failed", waitMs });
      cancel.abort();
      break;
    }
  }
});

test("Google's own word for how long to wait is followed", async () => {
  const body = JSON.stringify({
    error: {
      code: 429,
      message: "Resource has been exhausted",
      status: "RESOURCE_EXHAUSTED",
      details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "21.5s" }],
    },
  });
  const { events } = await run(GOOGLE, [{ status: 429, body }, "ok"]);
  expect(events[0]).toMatchObject({ waitMs: 21_500, failure: { kind: "rate_limited" } });
});

test("nothing listens: the real cause, the address, and what to do", async () => {
  const bench = await openBench(CHAT, []);
  await bench.server.close();
  const events = await collect(bench.model, requestOf([person("hi")]));
  expect(events.at(-1)).toMatchObject({
    kind: "failed",
    failure: {
      kind: "unreachable",
      message: expect.stringContaining("ECONNREFUSED"),
      hint: expect.stringContaining("providers.openrouter.base_url"),
    },
  });
});

test("a header that carries a key is masked too", async () => {
  const secret = "hunter2-hunter2";
  const { events } = await run(CHAT, [{ status: 400, message: `got ${secret}` }], {
    headers: { "X-Api-Token": secret },
  });
  expect(JSON.stringify(events)).not.toContain(secret);
});
