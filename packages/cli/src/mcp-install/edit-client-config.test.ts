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
  const before = '[mcp_servers.wield]\ncommand = "/old/wield"\n\n[profiles.a]\nmodel = "m"\n';
  const edited = editClientConfig(before, client("codex"), ENTRY);
  expect(edited).toMatchObject({ value: expect.stringContaining('[profiles.a]\nmodel = "m"') });
  expect(edited).toMatchObject({ value: expect.not.stringContaining("old") });
});

test.each([
  ["a comment in front", "cursor", "// mine\n{}\n"],
  [
    "comments and last commas",
    "vscode",
    '{\n  // mine\n  "servers": {\n    "x": { "url": "http://a/b" }, // x\n  },\n}\n',
  ],
  [
    "numbers as they are written",
    "cursor",
    '{\n  "a": 12345678901234567890, "b": 1.0, "a b": [1,2],\n  "mcpServers": {}\n}\n',
  ],
  [
    "a byte order mark and CRLF",
    "gemini",
    '\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"x": {"command": "y"}\r\n\t}\r\n}\r\n',
  ],
  ["one line", "cursor", '{"mcpServers":{"x":{"command":"y"}}}'],
  [
    "a table in a string of several lines",
    "codex",
    'text = """\n[mcp_servers.wield]\n\\""" "" """\nmore = 1\n',
  ],
  ["a list of lists", "codex", "[a]\nlist = [\n  [1],\n  [2], # [b]\n]\n\n# of b\n[b]\n"],
  ["CRLF", "codex", "\uFEFFa = 'x'\r\n\r\n[b]\r\nc = 1\r\n"],
])("%s: the entry comes and goes, and all else stays letter by letter", (_what, name, before) => {
  const added = editClientConfig(before, client(name), ENTRY);
  if (!added.ok) throw new Error(added.message);
  // All of the file is still there, in its order.
  let at = 0;
  for (const line of before.split(/[{}\n]/)) {
    at = added.value.indexOf(line.trim(), at);
    expect(at, line).toBeGreaterThanOrEqual(0);
  }
  expect(added.value.includes("\r\n")).toBe(before.includes("\r\n"));
  expect(added.value.replaceAll("\r\n", "").includes("\n")).toBe(!before.includes("\r\n"));
  expect(editClientConfig(added.value, client(name), ENTRY)).toMatchObject({ value: added.value });
  const removed = editClientConfig(added.value, client(name), undefined);
  expect(removed.ok ? removed.value.replaceAll(/\s/g, "") : removed).toBe(
    before.replaceAll(/\s/g, "").replace(/^(\/\/mine)?\{\}$/, '$1{"mcpServers":{}}'),
  );
});

test.each([
  [
    "cursor",
    '{"mcpServers": {"wield": {"command": "/bin/wield", "args": ["old"], "env": {"A": "1"}}}}',
    '"env": {"A": "1"}',
  ],
  [
    "codex",
    '[mcp_servers."wield"] # mine\nargs = ["old"]\ncommand = "wield"\n[mcp_servers.wield.env]\nA = "1"\n',
    '[mcp_servers.wield.env]\nA = "1"',
  ],
])("%s: what the person added to our entry stays with it, and goes with it", (name, before, own) => {
  const edited = editClientConfig(before, client(name), ENTRY);
  expect(edited).toMatchObject({ value: expect.stringContaining(own) });
  expect(edited).toMatchObject({ value: expect.stringMatching(/"mcp",\s*"--workspace"/) });
  expect(edited).toMatchObject({ value: expect.not.stringContaining("old") });
  expect(editClientConfig(before, client(name), undefined)).toMatchObject({
    value: name === "codex" ? "" : '{"mcpServers": {}}',
  });
});

test.each([
  ["cursor", '{"mcpServers": {"wield": {"command": "other"}}}'],
  ["cursor", '{"mcpServers": {"wield": {"url": "https://wield.example/mcp"}}}'],
  ["codex", '[mcp_servers.wield]\ncommand = "other"\n'],
  ["codex", '[mcp_servers.wield]\nurl = "https://wield.example/mcp"\n'],
])(
  "%s: an entry of our name that starts something else is neither overwritten nor taken out",
  (name, before) => {
    for (const entry of [ENTRY, undefined])
      expect(editClientConfig(before, client(name), entry)).toMatchObject({
        code: "cannot_edit",
        message: expect.stringContaining("starts something else"),
      });
  },
);

test.each([
  ["cursor", "[]"],
  ["cursor", '{"mcpServers": []}'],
  ["cursor", '{"mcpServers": {}, "mcpServers": {}}'],
  ["cursor", '{"a": 1 2}'],
  ["cursor", '{"a": [1}'],
  ["codex", '[mcp_servers]\nwield = { command = "wield" }\n'],
  ["codex", "mcp_servers = {}\n"],
  ["codex", 'mcp_servers.wield.command = "wield"\n'],
  ["codex", 'a = """\n'],
])("%s: %j is left as it is, with what to do by hand", (name, before) => {
  expect(editClientConfig(before, client(name), ENTRY)).toMatchObject({
    code: "cannot_edit",
    hint: expect.stringContaining("by hand"),
  });
});
