// Prevents: a model that does not know where its commands run, or that waits for a network they do not have.
import { scriptedModel, standInSsh } from "@wield/testkit";
import { afterEach, expect, test } from "vitest";
import { openAgent } from "../agent/open-agent.ts";
import { temporaryPlaces } from "../testing/temporary-places.ts";
import { testRuntimes } from "../testing/test-runtimes.ts";

const runtimes = testRuntimes();

afterEach(() => runtimes.closeAll());

async function promptWith(config: string): Promise<string> {
  const places = temporaryPlaces();
  const server = standInSsh(places.root);
  places.write("home/config.yaml", config);
  server.write("app/AGENTS.md", "the server's rules");
  const runtime = await runtimes.open(places, { env: server.env });
  if (config.includes("ssh")) await runtime.trustWorkspace();
  const model = scriptedModel(["Done."]);
  const opened = await openAgent(runtime, {
    surface: "terminal",
    models: async () => ({ ok: true, value: model }),
  });
  if (!opened.ok) throw new Error(opened.message);
  await opened.value.send({ text: "go" });
  await opened.value.close();
  const sessions = await runtime.store.sessions.list({ workspaceRoot: places.workspace });
  expect(sessions).toHaveLength(1);
  return model.requests[0]?.system ?? "";
}

test("where commands run and what keeps them in", async () => {
  expect(await promptWith("sandbox: { kind: none }\n")).toContain(
    "Commands run: local; sandbox: off; network: on. Surface: terminal.",
  );
  const isOff = await promptWith("sandbox: { network: off }\n");
  expect(isOff).toContain("Commands run: local; sandbox: bubblewrap; network: off, commands have none.");
});

test("on a server: its name, its user's shell and system, its folder's name and instructions", async () => {
  const prompt = await promptWith("workspace: { backend: ssh }\nssh: { server: web, folder: ~/app }\n");
  expect(prompt).toMatch(
    /Commands run: ssh on the server web as \S+, with (?:ba)?sh; the files are there too; sandbox: off; network: on\./,
  );
  expect(prompt).toMatch(/System: linux\. Workspace: app\./);
  expect(prompt).toContain("the server's rules");
});
