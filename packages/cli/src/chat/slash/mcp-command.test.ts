// Prevents: /mcp in the chat that does not say how servers stand, or does something else than it was told.
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { scriptedModel } from "@wield/testkit";
import { openTestChat, type TestChat } from "../testing/test-chat.ts";

const ODD = fileURLToPath(new URL("../../../../mcp/src/testing/odd-server.program.ts", import.meta.url));

function odd(script: object) {
  return { command: process.execPath, args: [ODD, JSON.stringify(script)], sandbox: false };
}

const WORK = { name: "work", inputSchema: { type: "object", properties: {} } };

let chat: TestChat | undefined;

afterEach(() => chat?.close());

async function open(servers: object): Promise<TestChat> {
  chat = await openTestChat({ model: scriptedModel(["Done."]), rows: 60, config: { mcp: { servers } } });
  return chat;
}

test("without a server it says how one is added", async () => {
  const { chat: person, shows } = await open({});
  await person.submit("/mcp");
  await shows("wield mcp add NAME -- COMMAND");
  await person.submit("/mcp restart gone");
  await shows("No MCP servers are configured");
});

test("each server is shown with its state and its reason, and restart, accept and prompt do what they say", async () => {
  const {
    chat: person,
    shows,
    screen,
  } = await open({
    good: odd({ pages: [[WORK]] }),
    empty: odd({ pages: [[WORK]], answersListBadly: true }),
    broken: { command: "sh", args: ["-c", "echo 'no key is set' >&2; exit 3"], sandbox: false },
    off: { ...odd({}), enabled: false },
    far: { url: "http://far.example/mcp" },
  });
  await expect
    .poll(
      async () => {
        await person.submit("/mcp");
        return screen();
      },
      { timeout: 60_000 },
    )
    .toMatch(/good +connected \(stdio, 1 tool\)/);
  await shows(/broken +failed \(stdio\)/);
  await shows("no key is set");
  await shows(/off +disabled \(stdio\)/);
  await shows("insecure: true");
  await shows(/empty +started, no tools \(stdio\)/);
  await person.submit("/mcp restart good");
  await shows(/good +connected \(stdio, 1 tool\)/);
  await person.submit("/mcp accept good");
  await shows(/good +connected \(stdio, 1 tool\)/);
  await person.submit("/mcp restart nobody");
  await shows("no MCP server is named");
  await person.submit("/mcp prompt good greet who=Ada more=a=b");
  await shows('greet: {"who":"Ada","more":"a=b"}');
  await person.submit("/mcp prompt good");
  await shows("the prompt is not named");
  await person.submit("/mcp twist good");
  await shows("/mcp twist good is not understood");
});
