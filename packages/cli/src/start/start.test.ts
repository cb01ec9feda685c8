// Prevents: a command line that ends without a word, with the wrong exit code, or with the code of a fault for what
// was only mistyped.
import { afterAll, beforeAll, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { COMMANDS } from "../commands/commands.data.ts";
import { makeBench } from "../testing/run-command.ts";
import type { Bench } from "../testing/run-command.ts";

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
