// Prevents: a tool file that keeps the check from running, a clash nobody is told of, a tool that reaches other
// machines because it was checked, and a report that a program cannot read.
import { readdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeBench, type Bench } from "../testing/run-command.ts";
import { openTerminal } from "../testing/terminal.ts";

let bench: Bench;

beforeEach(() => {
  bench = makeBench();
});

afterEach(() => bench.remove());

function toolFile(name: string, more = ""): string {
  return `import { defineTool, ok } from "wield";
     import * as z from "zod";
     export default defineTool({
       name: "${name}", description: "Count the characters of a text.", mutates: false,
       input: z.strictObject({ text: z.string().describe("Text to count.") }),
       examples: [{ input: { text: "abc" } }],
       run: ({ text }) => ok(text.length + " characters"),
     });
     ${more}`;
}

test("all tools of one's own are checked; the summary tells how many, and with how many inputs", async () => {
  bench.write("home/tools/one.ts", toolFile("one"));
  bench.write("home/tools/two.ts", toolFile("two"));
  const { out, err, code } = await bench.run(["tools", "check"]);
  expect(code).toBe(0);
  expect(out).toMatch(/^ok {4}(one|two) {2}9 checks, \d+ tokens\nok {4}(one|two) {2}9 checks, \d+ tokens\n$/);
  const one = await bench.run(["tools", "check", "one"]);
  expect(one.out.match(/^ok/gm)).toHaveLength(9);
  expect(one.out).toMatch(/^info +one +price +\d+ tokens$/m);
  expect(err).toMatch(
    /^2 checked, all pass: ran 2 example\(s\) and 400 generated input\(s\), judged 4000, \d+\.\d s\n$/,
  );
});

test("a name that a built-in tool or another file has is told with the other's place, from both sides", async () => {
  bench.write("home/tools/mine.ts", toolFile("read_file"));
  bench.write("home/tools/one.ts", toolFile("same"));
  bench.write("home/tools/two.ts", toolFile("same"));
  const { out, code } = await bench.run(["tools", "check"]);
  expect(code).toBe(1);
  expect(out).toMatch(/^FAIL +read_file +contract +name "read_file" is taken by another tool \(built in\)/m);
  expect(out).toMatch(/^FAIL +same +contract +name "same" is taken .*two\.ts\)/m);
  expect(out).toMatch(/^FAIL +same +contract +name "same" is taken .*one\.ts\)/m);
  bench.write("home/config.yaml", "tools:\n  replace: [read_file]\n");
  const replacing = await bench.run(["tools", "check", `${bench.home}/tools/mine.ts`]);
  expect(replacing).toMatchObject({ code: 0 });
});

test("a file that gives no tool is named with the reason; the command itself imports none", async () => {
  // Writing is closed to the process that checks; the command's own could do it.
  bench.write(
    "home/tools/marks.ts",
    "import { writeFileSync } from 'node:fs'; writeFileSync(new URL('mark', import.meta.url), '');",
  );
  bench.write(
    "home/tools/two_tools.ts",
    toolFile(
      "first",
      "export const other = defineTool({ name: 'second', description: 'Count the words of a text.', input: z.strictObject({}), mutates: false, run: () => ok('') });",
    ),
  );
  bench.write("home/tools/throws.ts", "throw new Error('no key was set');");
  bench.write("home/tools/old.cts", "module.exports = 5;");
  bench.write("home/tools/good.ts", toolFile("good"));
  const { out, err, code } = await bench.run(["tools", "check"]);
  expect(code).toBe(1);
  expect(out).toMatch(/^FAIL +marks\.ts +contract +tool file .*marks\.ts: .*restricted/m);
  expect(out).toMatch(
    /^FAIL +two_tools\.ts +contract +tool file .*two_tools\.ts: defines 2 tools \(first, second\)/m,
  );
  expect(out).toMatch(/^FAIL +throws\.ts +contract +tool file .*throws\.ts: no key was set \(line 1\)/m);
  expect(out).toMatch(/^FAIL +tool file .*old\.cts: ends in \.cts/m);
  expect(readdirSync(join(bench.home, "tools"))).not.toContain("mark");
  expect(out).toMatch(/^ok +good +9 checks/m);
  expect(err).toMatch(/^5 checked, 4 failed: .*\n$/);
});

test("a name whose file gives no tool is answered with what is wrong with that file", async () => {
  bench.write("home/tools/half-done.ts", "export default defineTool({ name: ");
  const { out, code } = await bench.run(["tools", "check", "half_done"]);
  expect(code).toBe(1);
  expect(out).toMatch(/^FAIL +half-done\.ts +contract +tool file /);
});

test("an example that fails tells which files there are to work with", async () => {
  const path = bench.write("fails.ts", toolFile("fails").replace('text: "abc" }', "}"));
  const { out, err, code } = await bench.run(["tools", "check", path]);
  expect(code).toBe(1);
  expect(out).toMatch(/^FAIL +fails +examples +example 1 is not valid/m);
  expect(err).toMatch(/^1 checked, 1 failed: .*\nexamples run in a folder with\n {2}notes.md \(29 bytes\)\n/);
});

test("JSON tells for each check what was found, or why it was not made", async () => {
  bench.write(
    "home/tools/lies.ts",
    toolFile("lies").replace("run: ({ text })", "run: async ({ text }, { files })"),
  );
  bench.write("home/tools/broken.ts", "export default 5;");
  const { out, code } = await bench.run(["tools", "check", "--json"]);
  expect(code).toBe(1);
  const report = JSON.parse(out) as { readonly isPassed: boolean; readonly reports: readonly object[] };
  expect(report).toMatchObject({
    isPassed: false,
    problems: [],
    reports: [
      {
        tool: "broken.ts",
        isPassed: false,
        findings: [{ check: "contract", severity: "fail" }],
        skipped: { total: "the file holds no usable tool" },
      },
      {
        tool: "lies",
        file: `${bench.home}/tools/lies.ts`,
        isPassed: false,
        findings: expect.arrayContaining([
          {
            check: "contract",
            severity: "fail",
            message: expect.stringMatching(/takes "files" from its context.*needs: \[Files\]/),
          },
        ]),
        inputs: { decoded: 2000, run: 200, example: 1 },
      },
    ],
  });
});

test("a tool of the folder that is not trusted is not looked for; given as a path it is checked", async () => {
  const path = bench.write(".wield/tools/mine.ts", toolFile("mine"));
  const { err, code } = await bench.run(["tools", "check"]);
  expect({ err, code }).toEqual({
    err: "there are no tool files of yours here; name a built-in tool, or give --all\n",
    code: 0,
  });
  expect(await bench.run(["tools", "check", "mine"])).toMatchObject({
    code: 2,
    err: expect.stringContaining(".wield/tools/mine.ts is not used before wield trust"),
  });
  expect(await bench.run(["tools", "check", path])).toMatchObject({ code: 0 });
  await bench.run(["trust", "--yes"]);
  const trusted = await bench.run(["tools", "check", "mine"]);
  expect(trusted).toMatchObject({ code: 0, err: expect.stringContaining("1 checked, all pass") });
});

test("a file that is named is told of another that has its name, and a near name of a file is suggested", async () => {
  bench.write("home/tools/counts.ts", toolFile("one"));
  bench.write("home/tools/twin.ts", toolFile("same"));
  bench.write("here.ts", toolFile("same"));
  const { out, code } = await bench.run(["tools", "check", "here.ts"]);
  expect(code).toBe(1);
  expect(out).toMatch(/^FAIL +same +contract +name "same" is taken .*twin\.ts\)/m);
  const unknown = await bench.run(["tools", "check", "ome"]);
  expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining("did you mean one?") });
});

test("Ctrl-C ends the check and leaves no folder of it behind", async () => {
  bench.write("home/tools/one.ts", toolFile("one"));
  const temporary = bench.write("tmp/keep", "").replace(/\/keep$/, "");
  const started = bench.start(["tools", "check", "--thorough"], { env: { TMPDIR: temporary } });
  await expect.poll(() => scratchIn(temporary)).not.toEqual([]);
  started.child.kill("SIGINT");
  const { code } = await started.ended;
  expect(code).toBe(130);
  expect(scratchIn(temporary)).toEqual([]);
});

test("a tool that connects gets no call without --live; with it the calls are listed and asked for", async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end("fine");
  });
  const port = await listen(server);
  try {
    bench.write(
      "home/tools/reaches.ts",
      `import { defineTool, ok } from "wield";
       import * as z from "zod";
       export default defineTool({
         name: "reaches", description: "Read what a server answers.", mutates: false,
         input: z.strictObject({ path: z.string().describe("Path on the server.") }),
         effects: () => [{ kind: "connect", host: "127.0.0.1", port: ${port} }],
         examples: [{ input: { path: "/status" } }],
         async run({ path }, { signal }) {
           try {
             const url = "http://127.0.0.1:${port}/" + encodeURIComponent(path.toWellFormed());
             return ok(await (await fetch(url, { signal })).text());
           } catch { return ok("no answer"); }
         },
       });`,
    );
    const without = await bench.run(["tools", "check", "reaches"]);
    expect(without.code).toBe(0);
    expect(without.out).toMatch(/^ok +reaches +providers/m);
    expect(without.out).toMatch(
      /^-- +reaches +honest +not made: it connects \(to 127.0.0.1:\d+\); --live makes its calls/m,
    );
    const nobody = await bench.run(["tools", "check", "reaches", "--live"]);
    expect(nobody.err).toContain("Hint: nobody can be asked here; --yes allows them.");
    expect(nobody.out).toMatch(/^-- +reaches +examples +not made: .*not allowed/m);
    const refused = openTerminal(bench, ["tools", "check", "reaches", "--live"]);
    await refused.shows("make them? [y/N]");
    refused.type("n\r");
    await refused.ended;
    expect(requests).toBe(0);
    expect(refused.shown()).toContain('example 1, 5 times: {"path":"/status"}');
    const allowed = await bench.run(["tools", "check", "reaches", "--live", "--yes"]);
    expect(allowed.out).toMatch(/^ok +reaches +honest$/m);
    expect(allowed.code).toBe(0);
    expect(requests).toBeGreaterThan(0);
  } finally {
    server.close();
  }
});

function scratchIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.startsWith("wield-check-"));
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
