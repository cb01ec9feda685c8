// Prevents: MCP servers and their logins that our client side cannot use, seen by the public suite, which plays the
// server and the authorization server.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runSuite } from "./run-suite.ts";

const PROGRAM = fileURLToPath(new URL("suite-client.program.ts", import.meta.url));

test("the public suite passes for every part that is offered", async () => {
  const { output } = await runSuite([
    "client",
    "--timeout",
    "60000",
    "--suite",
    "all",
    "--command",
    `"${process.execPath}" "${PROGRAM}"`,
  ]);
  // Not by its exit code: that counts warnings too, and one of them is about how late a busy machine is.
  const scenarios = [...output.matchAll(/^[✓✗] (\S+): \d+ passed, (\d+) failed/gm)];
  const names = scenarios.map(([, name]) => name);
  const failed = scenarios.filter(([, , failures]) => failures !== "0").map(([, name]) => name);
  expect(names, output).toEqual(
    expect.arrayContaining(["tools_call", "sse-retry", "auth/token-endpoint-auth-none"]),
  );
  expect(failed.toSorted(), output).toEqual(expectedFailures().toSorted());
});

/** Scenarios of the client's side that are known to fail. */
function expectedFailures(): readonly string[] {
  const text = readFileSync(new URL("expected-failures.yaml", import.meta.url), "utf8");
  const [, ofClient = ""] = text.split(/^client:$/m);
  return [...ofClient.matchAll(/^ {2}- (\S+)/gm)].map(([, name = ""]) => name);
}
