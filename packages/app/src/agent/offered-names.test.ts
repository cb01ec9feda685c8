// Prevents: a model that is told of tools which this conversation does not have, and calls them.
import { scriptedModel } from "@wield/testkit";
import { afterEach, expect, test } from "vitest";
import { temporaryPlaces } from "../testing/temporary-places.ts";
import { testRuntimes } from "../testing/test-runtimes.ts";
import { openAgent } from "./open-agent.ts";

const runtimes = testRuntimes();
afterEach(() => runtimes.closeAll());

/** Words that a description may hold though a tool is called so. */
const ALSO_WORDS = new Set(["memory", "task", "process", "skill", "terminal", "browser"]);

test.each(["minimal", "coding", "research", "default"])(
  "C-026: what a model gets with toolset %s names no tool that is not offered",
  async (toolset) => {
    const runtime = await runtimes.open(temporaryPlaces());
    const model = scriptedModel(["Done."]);
    const opened = await openAgent(runtime, {
      surface: "terminal",
      toolset,
      models: async () => ({ ok: true, value: model }),
    });
    if (!opened.ok) throw new Error(opened.message);
    await opened.value.send({ text: "go" });
    await opened.value.close();
    const [request] = model.requests;
    if (request === undefined) throw new Error("nothing was asked");
    const offered = new Set(request.tools.map(({ name }) => name));
    const others = runtime.registry
      .list()
      .map(({ tool }) => tool.name)
      .filter((name) => !offered.has(name) && !ALSO_WORDS.has(name));
    expect(others).not.toEqual([]);
    const said = [request.system, ...request.tools.map(({ description }) => description)].join("\n");
    expect(others.filter((name) => new RegExp(`\\b${name}\\b`).test(said))).toEqual([]);
  },
);
