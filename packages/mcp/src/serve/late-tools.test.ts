// Prevents: clients that never hear of tools another server offers later, or hear of it only after their next call.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makePlaces } from "../testing/fixture-places.ts";
import { CLIENTS } from "../testing/test-client.ts";
import { textOf } from "../testing/text-of.ts";

const ODD_SERVER = fileURLToPath(new URL("../testing/odd-server.program.ts", import.meta.url));

function tool(name: string): object {
  return { name, inputSchema: { type: "object", properties: {} } };
}

test.each(CLIENTS)(
  "%s is told of a tool that another server offers later, without a call",
  async (_, start) => {
    await using places = await makePlaces();
    const laterOnFile = join(places.top, "later");
    const script = JSON.stringify({
      pages: [[tool("work")]],
      laterTools: [tool("work"), tool("late")],
      laterOnFile,
      answers: { late: "echo" },
    });
    await places.write(
      "home/config.yaml",
      JSON.stringify({
        mcp: { servers: { odd: { command: process.execPath, args: [ODD_SERVER, script], sandbox: false } } },
        tools: { enabled: ["mcp__odd__*"], approval_mode: "auto" },
      }),
    );
    const { promise: told, resolve } = Promise.withResolvers<void>();
    await using client = await start(
      { home: places.home, cwd: places.workspace },
      { onToolsChanged: resolve },
    );
    const foreign = async (): Promise<readonly string[]> =>
      (await client.listTools()).map(({ name }) => name).filter((name) => name.startsWith("mcp__"));
    expect(await foreign()).toEqual(["mcp__odd__work"]);
    await writeFile(laterOnFile, "now");
    await told;
    expect(await foreign()).toEqual(["mcp__odd__late", "mcp__odd__work"]);
    expect(textOf(await client.call("mcp__odd__late", { a: 1 }))).toContain('{"a":1}');
  },
);
