import { defineTool, fail, McpServers, ok } from "@wield/core";
import type { McpResource } from "@wield/core";
import * as z from "zod";

export default defineTool({
  name: "mcp_resource",
  description: "List or read resources that connected MCP servers offer.",
  input: z.strictObject({
    action: z.enum(["list", "read"]).describe("list what there is, or read one."),
    server: z.string().optional().describe("Server name; leave out to list all."),
    uri: z.string().optional().describe("Address from the list. Required for read."),
  }),
  output: z.strictObject({
    resources: z
      .array(
        z.strictObject({
          server: z.string(),
          uri: z.string(),
          name: z.string(),
          type: z.string().optional(),
          is_template: z.boolean(),
        }),
      )
      .optional(),
    uri: z.string().optional(),
    type: z.string().optional(),
    bytes: z.int().optional(),
  }),
  mutates: false,
  needs: [McpServers],
  examples: [
    { input: { action: "list" }, note: "What all servers offer." },
    { input: { action: "read", uri: "file:///guide.md" }, note: "The text of one resource." },
  ],
  codes: {
    unknown_server: "No MCP server has that name.",
    no_such_resource: "No connected server has that resource.",
    mcp_error: "The server answered with an error.",
    mcp_unavailable: "The server is not connected.",
    mcp_disconnected: "The server went away meanwhile.",
    login_needed: "The server wants a login first.",
  },
  async run({ action, server, uri }, { mcp }) {
    if (action === "list") {
      const listed = await mcp.resources(server);
      if (!listed.ok) return listed;
      const { resources, problems } = listed.value;
      const lines = resources.map(lineOf);
      const data = {
        resources: resources.map(({ mediaType, isTemplate, ...rest }) => ({
          ...rest,
          ...(mediaType === undefined ? {} : { type: mediaType }),
          is_template: isTemplate,
        })),
      };
      return ok([`${lines.length} resource(s):`, ...lines].join("\n"), data, {
        notes: problems.map((problem) => `not listed: ${problem}`),
      });
    }
    if (uri === undefined || uri.trim() === "")
      return fail("invalid_arguments", "read needs uri: the address of a resource", {
        hint: "list shows the addresses.",
      });
    const read = await mcp.readResource(uri, server);
    if (!read.ok) return read;
    const { text, mediaType, bytes } = read.value;
    return ok(text, { uri, ...(mediaType === undefined ? {} : { type: mediaType }), bytes });
  },
});

function lineOf({ server, uri, name, mediaType, isTemplate }: McpResource): string {
  const type = mediaType === undefined ? "" : ` (${mediaType})`;
  return `- ${server} ${uri} — ${name}${type}${isTemplate ? " [template]" : ""}`;
}
