// Prevents: a configuration reference that lacks a setting or names a default that is none, and an editor that
// underlines what Wield takes or passes what Wield refuses.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SETTINGS } from "@wield/app";
import { expect, test } from "vitest";
import * as z from "zod";
import { checkConfigText } from "../../packages/app/src/config/load-config.ts";
import { documentPath, runScript, temporaryFolder } from "./run-script.fixture.ts";

const NAMES = ["configuration.md", "config.schema.json"];

test("the page and the schema are what the settings say, and made twice they are the same bytes", () => {
  expect(runScript("configuration", "--check")).toEqual({ status: 0, said: "" });
  using folder = temporaryFolder();
  expect(runScript("configuration", "--folder", folder.path)).toEqual({ status: 0, said: "" });
  for (const name of NAMES)
    expect(readFileSync(join(folder.path, name))).toEqual(readFileSync(documentPath(name)));
});

test.each(NAMES)("the check fails on a hand-edited %s, prints the difference and writes nothing", (name) => {
  using folder = temporaryFolder();
  for (const copied of NAMES) writeFileSync(join(folder.path, copied), readFileSync(documentPath(copied)));
  const edited = readFileSync(documentPath(name), "utf8").replace("30000", "30001");
  writeFileSync(join(folder.path, name), edited);
  const { status, said } = runScript("configuration", "--check", "--folder", folder.path);
  expect(status).toBe(1);
  expect(said).toMatch(/^-.*30001/m);
  expect(said).toMatch(/^\+.*30000/m);
  expect(readFileSync(join(folder.path, name), "utf8")).toBe(edited);
});

test("every setting stands on the page with its default and what is allowed", () => {
  const page = readFileSync(documentPath("configuration.md"), "utf8");
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const section = page.split(/^#{2,3} /m).find((text) => text.startsWith(`${name}\n`));
    expect(section, name).toContain(setting.description);
    expect(section, name).toContain(`- default: \`${JSON.stringify(setting.default)}\``);
    expect(section, name).toContain(`- allowed: ${setting.allowed}`);
  }
  expect(page).toContain("# yaml-language-server: $schema=");
});

/** What people write, right and wrong. JSON is YAML. */
const FILES: readonly object[] = [
  {},
  { tools: { approval_mode: "prompt", toolset: "coding", enabled: ["@research", "my_*"] } },
  { tools: { rules: [{ match: { path: ".env" }, action: "deny", reason: "secrets stay here" }] } },
  { tools: { rules: [{ match: { paht: ".env" }, action: "deny" }] } },
  { tools: { rules: [{ tool: "write_file", action: "perhaps" }] } },
  { tools: { approval_mode: "maybe" } },
  { tools: { platform_approval: { web: "deny" } } },
  { tools: { platform_approval: { fax: "deny" } } },
  { tools: { timeout: 0 } },
  { tools: { timeouts: { read_file: 10 }, max_output_chars: 999 } },
  { tools: { max_parallel: 1.5 } },
  { toolsets: { mine: { include: ["read_file"], exclude: [] } } },
  { model: "someone/a-model" },
  { model: "nobody" },
  { journal: { strict: "yes" } },
  { undo: { keep_bytes: -1 } },
  { log: { level: "debug" } },
  { files: { read_roots: "~/data" } },
  { mcp: { approvals: "surfaces", structured: "off" } },
];

test.each(FILES)("an editor says of %j what Wield says", async (file) => {
  const schema = z.fromJSONSchema(JSON.parse(readFileSync(documentPath("config.schema.json"), "utf8")));
  const checked = await checkConfigText("home", "config.yaml", JSON.stringify(file));
  const faults = checked.ok ? checked.value.faults : [checked.message];
  expect(schema.safeParse(file).success).toBe(faults.length === 0);
});
