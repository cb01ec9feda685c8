import type { Client } from "@modelcontextprotocol/client";
import type { Json } from "@wield/core";
import { asItCame } from "./as-it-came.ts";

const MAX_PAGES = 100;
const MAX_TOOLS = 1000;

export interface ListedTools {
  readonly entries: readonly Json[];
  readonly warnings: readonly string[];
}

/** All pages of a server's tool list, however it counts them. Throws what the library throws. */
export async function listTools(client: Client, timeoutMs: number): Promise<ListedTools> {
  if (client.getServerCapabilities()?.tools === undefined) return { entries: [], warnings: [] };
  const entries: Json[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 1; ; page += 1) {
    const answer = await client.request(
      { method: "tools/list", params: cursor === undefined ? {} : { cursor } },
      asItCame,
      { timeout: timeoutMs },
    );
    const { tools, nextCursor } = answer;
    if (!Array.isArray(tools)) throw new Error("its list of tools is not a list");
    entries.push(...(tools as readonly Json[]));
    if (entries.length > MAX_TOOLS)
      return stopped(
        entries.slice(0, MAX_TOOLS),
        `it offers more than ${MAX_TOOLS} tools; the rest is left out`,
      );
    if (typeof nextCursor !== "string") return { entries, warnings: [] };
    if (cursors.has(nextCursor))
      return stopped(
        entries,
        `its list repeats the cursor ${JSON.stringify(nextCursor)}; reading ended there`,
      );
    if (page >= MAX_PAGES)
      return stopped(entries, `its list has more than ${MAX_PAGES} pages; the rest is left out`);
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
}

function stopped(entries: readonly Json[], warning: string): ListedTools {
  return { entries, warnings: [warning] };
}
