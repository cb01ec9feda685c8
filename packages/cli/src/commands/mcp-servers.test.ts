// Prevents: MCP servers that people cannot add, look at, switch off or take out, and a broken one that is not told.
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeBench } from "../testing/run-command.ts";
import type { Bench } from "../testing/run-command.ts";

const ODD = fileURLToPath(new URL("../../../mcp/src/testing/odd-server.program.ts", import.meta.url));
const SCRIPT = JSON.stringify({
  pages: [[{ name: "work", description: "Does work.", inputSchema: { type: "object", properties: {} } }]],
  answers: { work: "echo" },
});

let bench: Bench;

beforeAll(() => {
  bench = makeBench();
});

afterAll(() => bench.remove());

test("a server is added, used, shown everywhere, switched off and taken out again", async () => {
  const added = await bench.run(["mcp", "add", "--no-sandbox", "odd", "--", process.execPath, ODD, SCRIPT]);
  expect(added).toMatchObject({ code: 0 });
  expect(await bench.run(["mcp", "add", "--no-sandbox", "far", "https://far.example"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("--no-sandbox is for programs"),
  });
  expect(await bench.run(["mcp", "add", "--no-sandbox", "free", "--", "nothing"])).toMatchObject({ code: 0 });
  expect(await bench.run(["config", "get", "mcp.servers"])).toMatchObject({
    out: expect.stringContaining("sandbox"),
  });
  await bench.run(["mcp", "remove", "free"]);
  expect(await bench.run(["mcp", "add", "odd", "https://elsewhere.example"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("already"),
  });
  expect(await bench.run(["mcp", "add", "broken", "--", "/no/such/program"])).toMatchObject({ code: 0 });

  const called = await bench.run(["call", "mcp__odd__work", '{"a":[1]}'], {
    env: { WIELD_APPROVAL_MODE: "auto" },
  });
  expect(called).toMatchObject({ code: 0, out: expect.stringContaining('{"a":[1]}') });

  const listed = await bench.run(["mcp", "list"]);
  expect(listed.out).toMatch(/odd +connected \(stdio, 1 tool\)/);
  expect(listed.out).toMatch(/broken +failed[^]*\/no\/such\/program/);
  const tools = await bench.run(["tools"]);
  expect(tools.out).toMatch(/mcp__odd__work/);
  expect(tools.out).toMatch(/MCP servers\n +odd +connected\n +broken +failed: /);
  const doctor = await bench.run(["doctor"]);
  expect(doctor.out).toMatch(/odd: connected \(stdio\), tools: 1/);
  expect(doctor.out).toMatch(/broken: failed/);
  expect(doctor.code).toBe(1);
  expect((await bench.run(["tools", "show", "mcp__odd__work"])).out).toContain("Does work. (MCP: odd)");

  expect(await bench.run(["mcp", "disable", "odd"])).toMatchObject({ code: 0 });
  expect((await bench.run(["mcp", "list"])).out).toMatch(/odd +disabled/);
  expect(await bench.run(["mcp", "enable", "odd"])).toMatchObject({ code: 0 });
  expect((await bench.run(["mcp", "test", "odd"])).out).toMatch(/connected[^]*mcp__odd__work/);
  for (const words of [
    ["mcp", "restart", "odd"],
    ["mcp", "accept", "odd"],
    ["mcp", "remove", "odd"],
  ])
    expect(await bench.run(words)).toMatchObject({ code: 0 });
  for (const verb of ["restart", "accept", "remove", "enable", "test", "login"])
    expect(await bench.run(["mcp", verb, "odd"]), verb).toMatchObject({ code: 2 });
});

test("variables and headers can be given several times, each once", async () => {
  const { code } = await bench.run(["mcp", "add", "--env", "A=1", "--env", "B=x=y", "both", "--", "nothing"]);
  expect(code).toBe(0);
  const shown = await bench.run(["config", "get", "mcp.servers.both"]);
  expect(shown.out).toMatch(/A.*1.*B.*x=y/s);
  expect(await bench.run(["mcp", "add", "--env", "novalue", "bad", "--", "nothing"])).toMatchObject({
    code: 2,
    err: expect.stringContaining('"novalue" has to be NAME=VALUE'),
  });
  await bench.run(["mcp", "remove", "both"]);
});

test("what a server is given may be secret, and is not told by the doctor", async () => {
  const given = ["--env", "KEY=hunter1", "--", "/no/such/program", "--token", "hunter2"];
  expect(await bench.run(["mcp", "add", "keyed", ...given])).toMatchObject({ code: 0 });
  const far = ["mcp", "add", "far", "https://127.0.0.1:1/?key=hunter3", "--header", "X-Key: hunter4"];
  expect(await bench.run(far)).toMatchObject({ code: 0 });
  for (const words of [["doctor"], ["doctor", "--json"], ["mcp", "list"], ["mcp", "list", "--json"]]) {
    const { out, err } = await bench.run(words);
    expect(out, words.join(" ")).toContain("keyed");
    expect(out + err, words.join(" ")).not.toContain("hunter");
  }
});
