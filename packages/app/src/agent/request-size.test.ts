// Prevents: a first request that grows beyond what it may cost, or that changes from step to step and so is never
// served from a provider's cache.
import { scriptedModel } from "@wield/testkit";
import { afterEach, expect, test } from "vitest";
import { temporaryPlaces } from "../testing/temporary-places.ts";
import { testRuntimes } from "../testing/test-runtimes.ts";
import { openAgent } from "./open-agent.ts";

const runtimes = testRuntimes();
afterEach(() => runtimes.closeAll());

test("the first request of toolset coding: tools at most 10 kB, system prompt at most 2 kB, the same bytes in each step", async () => {
  const model = scriptedModel([
    { calls: [{ tool: "list_files" }] },
    { calls: [{ tool: "list_files", input: { all: true } }] },
    "Done.",
    "Again.",
  ]);
  const places = temporaryPlaces();
  places.write("work/a.txt", "one\n");
  const runtime = await runtimes.open(places);
  const opened = await openAgent(runtime, {
    surface: "terminal",
    toolset: "coding",
    models: async () => ({ ok: true, value: model }),
  });
  if (!opened.ok) throw new Error(opened.message);
  await opened.value.send({ text: "go" });
  await opened.value.send({ text: "and again" });
  const [first, ...later] = model.requests;
  if (first === undefined) throw new Error("nothing was asked");
  const system = Buffer.byteLength(first.system);
  const tools = Buffer.byteLength(JSON.stringify(first.tools));
  console.log(
    `system prompt ${system} bytes; ${first.tools.length} tools ${tools} bytes: ${first.tools.map(({ name }) => name).join(" ")}`,
  );
  expect(system).toBeLessThanOrEqual(2048);
  expect(tools).toBeLessThanOrEqual(10_240);
  for (const request of later) {
    expect(request.system).toBe(first.system);
    expect(request.tools).toEqual(first.tools);
    expect(request.messages[0]).toEqual(first.messages[0]);
  }
  await opened.value.close();
});

test("the project's own instructions are used once the folder is trusted, up to the repository's root", async () => {
  const places = temporaryPlaces();
  places.write("work/AGENTS.md", "Use tabs.\n");
  places.write("work/.wield/config.yaml", "agent:\n  max_steps: 50\n");
  const systemOf = async (): Promise<string> => {
    const model = scriptedModel(["Done."]);
    const opened = await openAgent(await runtimes.open(places), {
      surface: "terminal",
      models: async () => ({ ok: true, value: model }),
    });
    if (!opened.ok) throw new Error(opened.message);
    await opened.value.send({ text: "go" });
    await opened.value.close();
    return model.requests[0]?.system ?? "";
  };
  expect(await systemOf()).not.toContain("Use tabs.");
  await (await runtimes.open(places)).trustWorkspace();
  expect(await systemOf()).toContain("## Project instructions\nUse tabs.");
});
