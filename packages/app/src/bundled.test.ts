// Prevents: a shipped command, which is one bundle, whose tool files get another wield or zod than the command has.
import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryPlaces, type TemporaryPlaces } from "./testing/temporary-places.ts";

const out = realpathSync(mkdtempSync(join(tmpdir(), "wield-bundle-")));

beforeAll(async () => {
  const input = fileURLToPath(new URL("./testing/call-tool-child.ts", import.meta.url));
  // What holds compiled parts, or looks for files beside itself, stays a package.
  const external = ["ssh2", "web-tree-sitter"];
  const bundle = await rolldown({ input, platform: "node", logLevel: "silent", external });
  await bundle.write({ dir: out, format: "esm", minify: true });
  await bundle.close();
});

afterAll(() => rmSync(out, { recursive: true }));

function callTool(
  places: TemporaryPlaces,
  ...args: readonly string[]
): { outcome: unknown; notices: unknown } {
  const text = execFileSync(process.execPath, [join(out, "call-tool-child.js"), ...args], {
    cwd: places.workspace,
    env: { PATH: process.env["PATH"], HOME: places.root, WIELD_HOME: places.home },
    encoding: "utf8",
  });
  return JSON.parse(text) as { outcome: unknown; notices: unknown };
}

test("C-029: in the bundle too a tool file gets the running wield and zod", () => {
  const places = temporaryPlaces();
  places.write("package.json", '{"type":"commonjs"}');
  places.write("home/config.yaml", "tools:\n  toolset: default # read with the bundled parser\n");
  places.write(
    "home/tools/greet.ts",
    `import { defineTool, fail, Files, ok } from "wield";
     import { z } from "zod";
     import { shout } from "./_shout.ts";
     export default defineTool({
       name: "greet", description: "Greets whoever is named in a file.",
       input: z.strictObject({ path: z.string().describe("File with the name.") }),
       output: z.strictObject({ name: z.string() }),
       mutates: false, needs: [Files], codes: { nobody: "The file is empty." },
       async run({ path }, { files }) {
         const text = await files.readText(path);
         if (!text.ok) return text;
         const name: string = text.value.trim();
         return name === "" ? fail("nobody", "the file is empty") : ok(shout(name), { name });
       },
     });`,
  );
  places.write("home/tools/_shout.ts", "export const shout = (name: string): string => `HI ${name}`;");
  places.write("work/name.txt", "Ada\n");
  places.write("work/empty.txt", "");
  expect(callTool(places, "greet", '{"path":"name.txt"}')).toMatchObject({
    outcome: { status: "ok", text: "HI Ada", data: { name: "Ada" } },
    notices: [],
  });
  expect(callTool(places, "greet", '{"path":"empty.txt"}')).toMatchObject({
    outcome: { status: "failed", code: "nobody" },
  });
  expect(callTool(places, "greet", "{}")).toMatchObject({ outcome: { code: "invalid_arguments" } });
});

test("a wrong configuration ends the bundled command with its place", () => {
  const places = temporaryPlaces();
  places.write("home/config.yaml", "tools:\n  approval_mode: confrim\n");
  let status: unknown;
  let said = "";
  try {
    execFileSync(process.execPath, [join(out, "call-tool-child.js"), "read_file"], {
      cwd: places.workspace,
      env: { HOME: places.root, WIELD_HOME: places.home },
      encoding: "utf8",
      stdio: "pipe",
    });
  } catch (error) {
    ({ status, stderr: said } = error as { status: unknown; stderr: string });
  }
  expect(status).toBe(2);
  expect(said).toBe(
    `${places.home}/config.yaml:2: tools.approval_mode is "confrim"; allowed: auto, prompt, deny\n`,
  );
});
