// Prevents: a conversation that one provider wrote, or that lost a piece, being refused by the next one; an image that
// nobody sees and nobody is told about.
import { describe, expect, test } from "vitest";
import { answerOf, called, person, PROVIDERS, requestOf, result } from "../testing/model-fixture.ts";
import { modelBenches } from "../testing/model-benches.ts";

const bench = modelBenches();

describe.each(PROVIDERS)("$id", (provider) => {
  test("ids, names and thinking of other providers are made fit or left out", async () => {
    const { model, server } = await bench(provider, ["fine"]);
    const long = `call|with/strange.chars ${"x".repeat(80)}`;
    const foreign = called({ callId: long, tool: "" }, { callId: `${long}y`, tool: "weird name!" });
    const messages = [
      person("hi"),
      {
        ...foreign,
        parts: [
          {
            kind: "reasoning" as const,
            text: "secret thoughts",
            provider: "elsewhere",
            opaque: { elsewhere: { a: 1 } },
          },
          ...foreign.parts,
        ],
      },
      result(long, "unknown tool", { tool: "", status: "failed" }),
      result(`${long}y`, "unknown tool", { tool: "weird name!", status: "failed" }),
    ];
    await answerOf(model, requestOf(messages));
    expect(JSON.stringify(server.requests[0]?.body)).not.toContain("secret thoughts");
    server.assertDone();
  });

  test("two messages of one role are joined, empty ones left out, half characters replaced", async () => {
    const { model, server } = await bench(provider, ["fine"]);
    const messages = [
      person("one \ud800 half"),
      { ...called(), parts: [{ kind: "text" as const, text: " " }] },
      person("two"),
      { ...called(), parts: [{ kind: "text" as const, text: "answer" }] },
      { ...called(), parts: [{ kind: "text" as const, text: "and more" }] },
      person("   "),
      person("three"),
    ];
    await answerOf(model, requestOf(messages));
    const body = JSON.stringify(server.requests[0]?.body);
    for (const text of ["one \ufffd half", "two", "answer", "and more", "three"])
      expect(body).toContain(text);
    server.assertDone();
  });

  test("a conversation that begins with an answer is given a beginning", async () => {
    const { model, server } = await bench(provider, ["fine"]);
    await answerOf(model, requestOf([called({ callId: "call_1" }), result("call_1"), person("go on")]));
    server.assertDone();
  });

  test("an image in a result is seen: in the result, or right behind all results of the answer", async () => {
    const { model, server } = await bench(provider, ["a cat"]);
    const image = {
      type: "image" as const,
      mediaType: "image/png",
      bytes: new Uint8Array([137, 80, 78, 71]),
    };
    const messages = [
      person("look"),
      called({ callId: "call_1" }, { callId: "call_2" }),
      result("call_1", "cat.png", { images: [image] }),
      result("call_2", "other"),
    ];
    await answerOf(model, requestOf(messages));
    const body = JSON.stringify(server.requests[0]?.body);
    expect(body.split("iVBORw")).toHaveLength(2);
    if (provider.id !== PROVIDERS[0].id) expect(body).toContain("Image of grep (call_1):");
    server.assertDone();
  });

  test("a model without eyes is told which image is missing", async () => {
    const { model, server } = await bench(provider, ["ok"], { facts: { canSeeImages: false } });
    const bytes = new Uint8Array([137, 80, 78, 71]);
    const image = { type: "image" as const, mediaType: "image/png", bytes };
    await answerOf(
      model,
      requestOf([person("look", bytes), called({ callId: "c1" }), result("c1", "", { images: [image] })]),
    );
    const body = JSON.stringify(server.requests[0]?.body);
    expect(body).not.toContain("iVBORw");
    expect(body.split("an image (image/png, 4 bytes) is left out")).toHaveLength(3);
    server.assertDone();
  });
});
