import type { CommandSpec } from "../argv/command-spec.ts";

const MANY = Number.POSITIVE_INFINITY;
const JSON_FLAG = { name: "json", about: "machine-readable output, nothing else on standard output" };

/** Other people's servers, and Wield as one. */
export const MCP_COMMANDS: readonly CommandSpec[] = [
  {
    name: "mcp",
    summary: "serve the tools to an MCP client, over stdio",
    forms: [""],
    about: [
      "Started by a client such as an editor or an agent. Put this into its configuration: command wield, arguments mcp --workspace FOLDER.",
    ],
    flags: [],
    examples: [{ line: "claude mcp add wield -- wield mcp --workspace .", about: "Claude Code" }],
    operands: { least: 0, most: 0 },
    load: () => import("./mcp.ts"),
  },
  {
    name: "serve",
    summary: "serve the tools to MCP clients over HTTP",
    forms: [""],
    about: [
      "The MCP endpoint is at /mcp, for this folder. Clients send the token of this server: Authorization: Bearer TOKEN; it is in server.token of Wield's home, and there is no way without it. The printed link holds it after #.",
      "A home has one server; a second is told where the first runs. What calls ask shows here too; wield approve ID answers.",
      "Ends with Ctrl-C; what its clients started ends with it.",
    ],
    flags: [
      { name: "host", value: "HOST", about: "the address to listen on (server.host)" },
      { name: "port", value: "PORT", about: "the port; 0 takes a free one (server.port)" },
      { name: "new-token", about: "replace the token; the old one opens nothing any more" },
    ],
    examples: [{ line: "wield serve --port 0", about: "on a free port, which is printed" }],
    operands: { least: 0, most: 0 },
    load: () => import("./serve.ts"),
  },
  {
    name: "mcp install",
    summary: "put Wield into the configuration of an MCP client",
    forms: ["claude-code|cursor|vscode|codex|gemini|windsurf"],
    about: ["Shows the file as it would be and writes it once you agree; everything else in it stays."],
    flags: [
      { name: "remove", about: "take the entry out again" },
      { name: "yes", about: "write without asking" },
    ],
    examples: [{ line: "wield mcp install claude-code", about: "into .mcp.json of this folder" }],
    operands: { least: 1, most: 1 },
    load: () => import("./mcp-install.ts"),
  },
  {
    name: "mcp list",
    summary: "the MCP servers whose tools are used here, and how each stands",
    forms: [""],
    about: ["Starts the configured servers, waits up to ten seconds for them, and ends them again."],
    flags: [JSON_FLAG],
    examples: [],
    operands: { least: 0, most: 0 },
    load: () => import("./mcp-list.ts"),
  },
  {
    name: "mcp add",
    summary: "use the tools of an MCP server",
    forms: ["NAME -- COMMAND [ARGUMENT…]", "NAME URL"],
    about: [
      "Writes the server into your configuration; its tools are called mcp__NAME__TOOL. ${VARIABLE} in a value takes an environment variable when the server starts, so that no secret stands in the file.",
      "A program runs in the sandbox of commands: it may write in the workspace, in sandbox.write and in a cache of its own, so that npx, uvx and bunx work as they are. One that keeps files elsewhere needs their folder in sandbox.write, or --no-sandbox.",
    ],
    flags: [
      { name: "no-sandbox", about: "let the program write wherever you may" },
      {
        name: "env",
        value: "NAME=VALUE",
        about: "an environment variable; may be given several times",
        isRepeatable: true,
      },
      {
        name: "header",
        value: "NAME:VALUE",
        about: "a header of every request; may be given several times",
        isRepeatable: true,
      },
      { name: "toolsets", value: "A,B", about: "the toolsets its tools join (default)" },
    ],
    examples: [
      {
        line: "wield mcp add mem -- npx -y @modelcontextprotocol/server-memory",
        about: "a program",
      },
      {
        line: "wield mcp add docs https://docs.example/mcp --header 'X-Key: ${KEY}'",
        about: "an address",
      },
    ],
    operands: { least: 2, most: MANY },
    load: () => import("./mcp-add.ts"),
  },
  {
    name: "mcp remove",
    summary: "use the tools of an MCP server no longer",
    forms: ["NAME"],
    about: ["Takes the server out of your configuration; everything else in the file stays as it is."],
    flags: [],
    examples: [],
    operands: { least: 1, most: 1 },
    load: () => import("./mcp-remove.ts"),
  },
  {
    name: "mcp enable",
    summary: "start an MCP server again that was switched off",
    forms: ["NAME"],
    about: ["Sets enabled: true in the server's entry; conversations that begin from then on use it."],
    flags: [],
    examples: [],
    operands: { least: 1, most: 1 },
    load: () => import("./mcp-enable.ts"),
  },
  {
    name: "mcp disable",
    summary: "keep an MCP server's entry without starting it",
    forms: ["NAME"],
    about: ["Sets enabled: false in the server's entry."],
    flags: [],
    examples: [],
    operands: { least: 1, most: 1 },
    load: () => import("./mcp-disable.ts"),
  },
  {
    name: "mcp accept",
    summary: "accept the tools of an MCP server as they are now",
    forms: ["NAME"],
    about: [
      "What a server offered first is remembered, and a later change is told or held back (mcp.on_change). This forgets what it offered before.",
    ],
    flags: [],
    examples: [],
    operands: { least: 1, most: 1 },
    load: () => import("./mcp-accept.ts"),
  },
  {
    name: "mcp restart",
    summary: "have running conversations start an MCP server anew",
    forms: ["NAME"],
    about: [
      "Every wield that runs here ends its server of that name and starts it again with its next call, also one that was given up after a row of failures.",
    ],
    flags: [],
    examples: [],
    operands: { least: 1, most: 1 },
    load: () => import("./mcp-restart.ts"),
  },
  {
    name: "mcp login",
    summary: "log in to an MCP server that wants it",
    forms: ["NAME"],
    about: [
      "Prints the page on which you agree. Its answer comes back to this machine by itself, or you paste the address the browser ends at. The login is kept in Wield's home, readable by you only, and renewed by itself.",
    ],
    flags: [],
    examples: [],
    operands: { least: 1, most: 1 },
    load: () => import("./mcp-login.ts"),
  },
  {
    name: "mcp test",
    summary: "connect one MCP server and show its tools",
    forms: ["NAME"],
    about: ["Exit code: 0 when it is connected, 1 when it is not, with the reason and its last words."],
    flags: [],
    examples: [],
    operands: { least: 1, most: 1 },
    load: () => import("./mcp-test.ts"),
  },
];
