// Prevents: a program that closes what we speak through, says half of something or ends without a word, and is waited
// for, or told without its reason.
import { expect, test } from "vitest";
import { oddEntry, programEntry, startServers } from "../testing/servers-fixture.ts";

function tool(name: string): object {
  return { name, inputSchema: { type: "object", properties: {} } };
}

const DONE = { content: [{ type: "text", text: "done" }] };

const GOOD = oddEntry("good", { pages: [[tool("work")]], answers: { work: DONE } });

function shell(name: string, script: string) {
  return programEntry(name, ["sh", "-c", script]);
}

test("programs that end at once are told with their code and last words, and cost nobody else anything", async () => {
  await using servers = await startServers([
    shell("done", "exit 0"),
    shell("broken", "echo 'no key is set' >&2; exit 3"),
    shell("killed", "kill -9 $$"),
    shell("deaf", "exec <&-; echo '{' ; exit 0"),
    GOOD,
  ]);
  const reasons = servers.host.status().map(({ state, reason }) => `${state}: ${reason ?? ""}`);
  expect(reasons[0]).toMatch(/^failed: .*exit code 0/);
  expect(reasons[1]).toMatch(/^failed: .*no key is set/);
  expect(reasons[2]).toMatch(/^failed: .*SIGKILL/);
  expect(reasons[3]).toMatch(/^failed: /);
  expect(await servers.service().callTool("good", "work", { input: {} })).toMatchObject({ text: "done" });
});

test("one that closes its output ends the connection, and its call does not wait", async () => {
  await using servers = await startServers([
    oddEntry("mute", { pages: [[tool("work")]], closes: "output" }),
    GOOD,
  ]);
  expect(servers.names()).toContain("mcp__good__work");
  const result = await servers.service().callTool("mute", "work", { input: {} });
  expect(result).toMatchObject({ ok: false });
  expect(JSON.stringify(result)).toMatch(/mcp_unavailable|mcp_disconnected/);
  expect(servers.host.status()[0]).toMatchObject({
    state: "failed",
    reason: expect.stringMatching(/output/),
  });
});

test("one that closes its input is told to read no longer, and its call does not wait", async () => {
  await using servers = await startServers([
    oddEntry("deaf", { pages: [[tool("work")]], closes: "input" }),
    GOOD,
  ]);
  const result = await servers.service().callTool("deaf", "work", { input: {} });
  expect(result).toMatchObject({ ok: false });
  expect(JSON.stringify(result)).toMatch(/mcp_unavailable|mcp_disconnected|mcp_error/);
  expect(await servers.service().callTool("good", "work", { input: {} })).toMatchObject({ text: "done" });
});

test("10 MB of standard error, and half a message before silence, hold up nothing but themselves", async () => {
  await using servers = await startServers(
    [
      oddEntry("loud", { pages: [[tool("work")]], answers: { work: DONE }, stderrBytes: 10_000_000 }),
      shell("half", `read -r _; printf '{"jsonrpc":"2.0","id":0,"resu'; exec sleep 600`),
      GOOD,
    ],
    { maxMs: 300 },
  );
  await expect.poll(servers.names, { timeout: 60_000 }).toEqual(["mcp__good__work", "mcp__loud__work"]);
  expect(await servers.service().callTool("loud", "work", { input: {} })).toMatchObject({ text: "done" });
  expect(servers.host.status()[1]?.state).toBe("connecting");
  expect(servers.host.status()[0]?.lastWords.join("").length).toBeLessThan(3000);
});
