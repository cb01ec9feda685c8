// Prevents: MCP servers and their logins that our client side cannot use, seen by the public suite, which plays the
// server and the authorization server.
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runSuite } from "./run-suite.ts";

const PROGRAM = fileURLToPath(new URL("suite-client.program.ts", import.meta.url));

test("the public suite passes for every part that is offered", async () => {
  const { code, output } = await runSuite([
    "client",
    "--timeout",
    "60000",
    "--suite",
    "all",
    "--command",
    `${process.execPath} ${PROGRAM}`,
  ]);
  expect(output).toMatch(/tools_call/);
  expect(output).toMatch(/auth\/token-endpoint-auth-none/);
  expect({ code, output }).toMatchObject({ code: 0 });
});
