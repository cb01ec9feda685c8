import { fail } from "@wield/core";
import type { McpServersHost } from "@wield/mcp";
import { printServers } from "../../mcp-servers/render-servers.ts";
import { printProblem } from "../../outcome/print-problem.ts";
import { DONE, type SlashEnd, type SlashHandler, type SlashWorld } from "./slash-world.ts";

/** `/mcp`, `/mcp restart NAME`, `/mcp accept NAME` and `/mcp prompt SERVER NAME [key=value …]` */
export const mcpCommand: SlashHandler = async (rest, world) => {
  const { runtime, out } = world;
  const [action, server, ...words] = rest.split(/\s+/).filter((word) => word !== "");
  if (action === undefined) {
    printServers(runtime.mcp.status(), out);
    return DONE;
  }
  if (server === undefined || !["restart", "accept", "prompt"].includes(action)) {
    const hint = "/mcp · /mcp restart NAME · /mcp accept NAME · /mcp prompt SERVER NAME [key=value …]";
    return { code: printProblem(fail("wrong_usage", `/mcp ${rest} is not understood`, { hint }), out) };
  }
  if (action === "accept") runtime.mcp.forget(server);
  const host = await runtime.mcp.start(0, []);
  if (host === undefined) {
    printServers([], out);
    return DONE;
  }
  if (action === "prompt") return usePrompt(world, { host, server, words });
  const restarted = await host.restart(server);
  if (!restarted.ok) return { code: printProblem(restarted, out) };
  printServers([restarted.value], out);
  return DONE;
};

interface PromptUse {
  readonly server: string;
  readonly words: readonly string[];
  readonly host: McpServersHost;
}

/** A server's prompt becomes the person's own message: it is shown in the line to type in, to be read and sent. */
async function usePrompt(
  { out, suggest }: SlashWorld,
  { host, server, words }: PromptUse,
): Promise<SlashEnd> {
  const [name, ...pairs] = words;
  if (name === undefined) {
    const hint = "/mcp prompt SERVER NAME [key=value …]";
    return { code: printProblem(fail("wrong_usage", "the prompt is not named", { hint }), out) };
  }
  const values = Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      return at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
  const got = await host.prompt(server, name, values);
  if (!got.ok) return { code: printProblem(got, out) };
  suggest(textOf(got.value["messages"]));
  return DONE;
}

function textOf(messages: unknown): string {
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  return list
    .map((message) => (message as { readonly content?: { readonly text?: unknown } } | null)?.content?.text)
    .filter((text) => typeof text === "string")
    .join("\n\n");
}
