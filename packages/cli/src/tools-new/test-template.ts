export interface TestFacts {
  readonly name: string;
  /** Name of the tool's file, which stands beside the test. */
  readonly file: string;
  /** What the person types to run the test. */
  readonly command: string;
  /** The script that started the command which writes the test. */
  readonly wield: string;
}

/** The text of a new tool's test. It needs Node alone: nothing is installed where tool files are. */
export function testTemplate({ name, file, command, wield }: TestFacts): string {
  return `// Run it with: ${command}
// It needs Node 24 or newer and wield, and nothing installed here. Calls go through the command as everybody's do, with
// a folder and a home of their own, so that nothing of yours is touched.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const root = mkdtempSync(join(tmpdir(), "${name}-"));
const folder = join(root, "folder");
const home = join(root, "home");
mkdirSync(folder);
mkdirSync(join(home, "tools"), { recursive: true });
copyFileSync(join(import.meta.dirname, "${file}"), join(home, "tools", "${file}"));
after(() => rmSync(root, { recursive: true }));

test("it counts the lines of a file", () => {
  writeFileSync(join(folder, "notes.md"), "one\\ntwo\\n");
  const outcome = call({ path: "notes.md" });
  assert.equal(outcome.status, "ok", outcome.message);
  assert.deepEqual(outcome.data, { lines: 2 });
});

test("a file that is not there is answered with its name", () => {
  const outcome = call({ path: "missing.md" });
  assert.equal(outcome.status, "failed");
  assert.match(outcome.message ?? "", /missing\\.md/);
});

interface Outcome {
  readonly status: "ok" | "failed" | "denied" | "cancelled";
  readonly text?: string;
  readonly data?: unknown;
  readonly message?: string;
}

function call(input: object): Outcome {
  // The command that wrote this file; the one on the PATH where that is not.
  const made = ${JSON.stringify(wield)};
  const [program, ...words] = existsSync(made) ? [process.execPath, made] : ["wield"];
  const ended = spawnSync(program, [...words, "call", "${name}", JSON.stringify(input), "--json"], {
    cwd: folder,
    env: { ...process.env, WIELD_HOME: home, WIELD_WORKSPACE: folder },
    encoding: "utf8",
  });
  assert.ok(ended.stdout, ended.error?.message ?? ended.stderr);
  return JSON.parse(ended.stdout) as Outcome;
}
`;
}
