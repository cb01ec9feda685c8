// Prevents: a first request that grows beyond what it may cost, or that changes from step to step and so is never
// served from a provider's cache.
import { join } from "node:path";
import { scriptedModel } from "@wield/testkit";
import { afterEach, expect, test } from "vitest";
import { temporaryPlaces, type TemporaryPlaces } from "../testing/temporary-places.ts";
import { testRuntimes } from "../testing/test-runtimes.ts";
import { openAgent } from "./open-agent.ts";
import { readProjectInstructions } from "./project-instructions.ts";

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
  expect(system).toBeLessThanOrEqual(2048);
  expect(tools).toBeLessThanOrEqual(10_240);
  for (const request of later) {
    expect(request.system).toBe(first.system);
    expect(request.tools).toEqual(first.tools);
    expect(request.messages[0]).toEqual(first.messages[0]);
  }
  await opened.value.close();
});

async function firstRequest(places: TemporaryPlaces) {
  const model = scriptedModel(["Done."]);
  const opened = await openAgent(await runtimes.open(places), {
    surface: "terminal",
    models: async () => ({ ok: true, value: model }),
  });
  if (!opened.ok) throw new Error(opened.message);
  const notices: string[] = [];
  opened.value.subscribe((event) => {
    if (event.type === "notice") notices.push(event.text);
  });
  await opened.value.send({ text: "go" });
  await opened.value.close();
  return { system: model.requests[0]?.system ?? "", notices };
}

test.each([true, false])(
  "the project's own instructions are used once the folder is trusted (with a .wield of its own: %s)",
  async (hasOwn) => {
    const places = temporaryPlaces();
    places.write("work/AGENTS.md", "Use tabs.\n");
    if (hasOwn) places.write("work/.wield/config.yaml", "agent:\n  max_steps: 50\n");
    const before = await firstRequest(places);
    expect(before.system).not.toContain("Use tabs.");
    expect(before.notices).toEqual(["AGENTS.md is not used until this folder is trusted (wield trust)"]);
    expect(await (await runtimes.open(places)).trustWorkspace()).toMatchObject({ ok: true });
    const after = await firstRequest(places);
    expect(after.system).toContain("## Project instructions\nUse tabs.");
    expect(after.notices).toEqual([]);
  },
);

test("instructions of the folders above count up to the repository's root, and 32 KB in all", async () => {
  const places = temporaryPlaces();
  places.write("AGENTS.md", "Outside of the repository.\n");
  places.write("work/.git/HEAD", "ref: refs/heads/main\n");
  places.write("work/AGENTS.md", "Of the root.\n");
  places.write("work/inner/AGENTS.md", `Of the inner folder. ${"é".repeat(20_000)}\n`);
  const text = (await readProjectInstructions(join(places.workspace, "inner"))) ?? "";
  expect(text).toMatch(/^Of the root\.\n\nOf the inner folder\. é+\n… \d+ bytes of AGENTS\.md were cut/);
  expect(Buffer.byteLength(text)).toBeLessThan(33 * 1024);
  expect(await readProjectInstructions(places.home)).toBeUndefined();
});
