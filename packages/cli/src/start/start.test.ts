// Prevents: a command line that ends without a word, with the wrong exit code, or with the code of a fault for what
// was only mistyped.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { COMMANDS } from "../commands/commands.data.ts";
import { makeBench } from "../testing/run-command.ts";
import type { Bench } from "../testing/run-command.ts";
import { openTerminal } from "../testing/terminal.ts";

let bench: Bench;

beforeAll(() => {
  bench = makeBench();
});

afterAll(() => bench.remove());

test("the version is one line", async () => {
  const expected = { code: 0, out: `wield ${packageJson.version}\n`, err: "" };
  expect(await bench.run(["--version"])).toMatchObject(expected);
  expect(await bench.run(["-v"])).toMatchObject(expected);
});

test("the overview names every command, and a mistake shows the nearest and exits with 2", async () => {
  const help = await bench.run(["--help"]);
  expect(help).toMatchObject({ code: 0, err: "" });
  for (const { name } of COMMANDS) expect(help.out).toContain(name);
  const mistake = await bench.run(["jurnal"]);
  expect(mistake).toMatchObject({ code: 2, out: "" });
  expect(mistake.err).toBe('unknown command "jurnal"\nDid you mean journal? See wield --help.\n');
  expect((await bench.run(["journal", "--tol", "x"])).err).toContain(
    "Did you mean --tool? See wield journal --help.",
  );
  expect(await bench.run(["help", "jurnal"])).toMatchObject({ code: 2 });
  expect((await bench.run(["help", "tools", "show"])).out).toContain(
    "wield tools show: everything about one tool",
  );
});

test("WIELD_HOME, WIELD_WORKSPACE and WIELD_TOOLSET count for every command", async () => {
  const env = { WIELD_WORKSPACE: bench.workspace, WIELD_TOOLSET: "minimal" };
  const { out } = await bench.run(["tools", "--json"], { env, cwd: bench.home });
  const view = JSON.parse(out) as { readonly toolset: string; readonly toolsetOrigin: string };
  expect(view).toMatchObject({ toolset: "minimal" });
  expect((await bench.run(["doctor"], { env, cwd: bench.home })).out).toContain(bench.workspace);
  expect((await bench.run(["config", "path"], { env, cwd: bench.home })).out).toBe(
    `${bench.home}/config.yaml\n`,
  );
});

test("U-005: on a terminal no command obeys the codes in the name of a folder or a file", async () => {
  const name = "ev\u001b[31mil";
  const folder = join(bench.workspace, name);
  mkdirSync(join(folder, ".wield/tools"), { recursive: true });
  bench.write(`home/tools/${name}.ts`, "export default 1;");
  bench.write(`${name}/.wield/tools/${name}.ts`, "export default 1;");
  const commands = [
    ["tools"],
    ["doctor"],
    ["trust"],
    ["call", "read_file", `path=${name}`],
    ["undo", name],
    ["config", "get", name],
  ];
  for (const args of commands) {
    const terminal = openTerminal(bench, args, { WIELD_WORKSPACE: folder });
    if (args[0] === "trust") {
      await terminal.shows("[y/N]");
      terminal.type("y\r");
    }
    await terminal.ended;
    expect(terminal.raw(), args.join(" ")).not.toContain("\u001b[31mil");
    expect(terminal.raw(), args.join(" ")).toMatch(/<U\+001B>|\\u001b/);
  }
});
