// Prevents: a client's configuration that loses what somebody else put there, or that cannot be taken back.
import { expect, test } from "vitest";
import { MCP_CLIENTS, type McpClient } from "./clients.data.ts";
import { editClientConfig } from "./edit-client-config.ts";

const ENTRY = { command: "wield", args: ["mcp", "--workspace", "."] };

function client(name: string): McpClient {
  const found = MCP_CLIENTS.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(name);
  return found;
}

test("a new file holds the entry in the client's own form", () => {
  expect(editClientConfig(undefined, client("claude-code"), ENTRY)).toMatchObject({
    value:
      '{\n  "mcpServers": {\n    "wield": {\n      "command": "wield",\n      "args": [\n        "mcp",\n        "--workspace",\n        "."\n      ]\n    }\n  }\n}\n',
  });
  expect(editClientConfig("", client("vscode"), ENTRY)).toMatchObject({
    value: expect.stringContaining('"type": "stdio"'),
  });
  expect(editClientConfig("", client("codex"), ENTRY)).toMatchObject({
    value: '[mcp_servers.wield]\ncommand = "wield"\nargs = ["mcp", "--workspace", "."]\n',
  });
});

test.each([
  ["cursor", '{\n\t"mcpServers": {\n\t\t"other": {\n\t\t\t"command": "x"\n\t\t}\n\t},\n\t"more": 1\n}\n'],
  ["codex", 'model = "m"\n\n[mcp_servers.other]\ncommand = "x"\n'],
])("%s: what stood there stays, and taking the entry out gives the file back", (name, before) => {
  const added = editClientConfig(before, client(name), ENTRY);
  if (!added.ok) throw new Error(added.message);
  expect(added.value).toContain("other");
  expect(added.value).toContain("wield");
  expect(editClientConfig(added.value, client(name), undefined)).toMatchObject({ value: before });
  // A second time changes nothing.
  expect(editClientConfig(added.value, client(name), ENTRY)).toMatchObject({ value: added.value });
});

test("our table in the middle of a file is replaced without its neighbours", () => {
  const before = '[mcp_servers.wield]\ncommand = "old"\n\n[profiles.a]\nmodel = "m"\n';
  const edited = editClientConfig(before, client("codex"), ENTRY);
  expect(edited).toMatchObject({ value: expect.stringContaining('[profiles.a]\nmodel = "m"') });
  expect(edited).toMatchObject({ value: expect.not.stringContaining("old") });
});

test.each(["// a comment\n{}", "[]", '{"mcpServers": []}'])(
  "%s is left as it is, with a reason",
  (before) => {
    expect(editClientConfig(before, client("cursor"), ENTRY)).toMatchObject({ code: "cannot_edit" });
  },
);
