// Prevents: an embedded agent that asks nobody, takes a wrong folder, or leaves something open when it cannot start.
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { defineTool, ok } from "@wield/core";
import { scriptedModel, type ScriptedSource } from "@wield/testkit";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import { temporaryPlaces } from "../testing/temporary-places.ts";
import { createAgent, type CreateAgentOptions } from "./create-agent.ts";

const clap = defineTool({
  name: "clap",
  description: "Claps.",
  input: z.strictObject({}),
  mutates: false,
  run: () => ok("clapped"),
});

function options(
  script: readonly ScriptedSource[],
  more: Partial<CreateAgentOptions> = {},
): CreateAgentOptions {
  const { home, workspace, root } = temporaryPlaces();
  return { workspace, home, env: { HOME: root }, model: scriptedModel(script), ...more };
}

test("an agent works in the given folder, with tools of one's own, and can be resumed", async () => {
  const given = options(
    [
      { calls: [{ tool: "clap" }, { tool: "write_file", input: { path: "a.txt", content: "x\n" } }] },
      "Done.",
    ],
    { tools: [clap] },
  );
  const made = await createAgent(given);
  if (!made.ok) throw new Error(made.message);
  const id = made.value.session.id;
  expect(await made.value.send("go")).toMatchObject({ reason: "done", answer: "Done.", calls: 2, denied: 0 });
  await made.value.close();

  const again = await createAgent({ ...given, model: scriptedModel(["Still here."]), resume: id });
  if (!again.ok) throw new Error(again.message);
  await using agent = again.value;
  expect(agent.session.messages()).toHaveLength(5);
  expect(await agent.send({ text: "hi" })).toMatchObject({ answer: "Still here." });
});

test("what is asked goes to approve, and without it is denied with the reason", async () => {
  const write = { calls: [{ tool: "write_file", input: { path: ".envrc", content: "x\n" } }] };
  const asked: string[] = [];
  for (const [approve, status] of [
    [(question: { readonly tool: string }) => asked.push(question.tool) > 0, "ok"],
    [() => "deny" as const, "denied"],
    [undefined, "denied"],
  ] as const) {
    const made = await createAgent(options([write, "Done."], approve === undefined ? {} : { approve }));
    if (!made.ok) throw new Error(made.message);
    const end = await made.value.send("go");
    const result = made.value.session.messages().find(({ role }) => role === "result");
    expect(result).toMatchObject({ status });
    expect(end.denied).toBe(approve === undefined ? 1 : 0);
    await made.value.close();
  }
  expect(asked).toEqual(["write_file"]);
});

test("workspace and home are looked for from the folder of the program", async () => {
  const { root } = temporaryPlaces();
  const before = process.cwd();
  mkdirSync(join(root, "inner"));
  vi.spyOn(process, "cwd").mockReturnValue(root);
  try {
    const made = await createAgent({
      workspace: "inner",
      home: "state",
      model: scriptedModel(["Hi."]),
      env: {},
    });
    if (!made.ok) throw new Error(made.message);
    expect(made.value.runtime.workspaceRoot).toBe(join(root, "inner"));
    await made.value.send("hi");
    await made.value.close();
    expect(readdirSync(join(root, "state"))).toContain("sessions");
  } finally {
    vi.restoreAllMocks();
    expect(process.cwd()).toBe(before);
  }
});

test("what cannot start says why and leaves nothing open", async () => {
  expect(await createAgent(options([], { toolset: "codng" }))).toMatchObject({
    ok: false,
    code: "unknown_toolset",
  });
  expect(await createAgent(options([], { resume: "ses_none" }))).toMatchObject({
    ok: false,
    code: "no_such_session",
  });
  expect(await createAgent(options([], { model: "nobody/knows" }))).toMatchObject({ ok: false });
});
