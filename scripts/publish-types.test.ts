// Prevents: a package whose types a program elsewhere cannot be compiled with, because they lead to what is not there.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { packageManifest } from "./package-manifest.ts";
import { publishTypes } from "./publish-types.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const PROGRAM = `
import { defineTool, ok } from "wield";
import { createAgent, type ModelEvent, type ModelPort } from "wield/agent";
import * as z from "zod";
const hello = defineTool({
  name: "hello", description: "Say hello.", mutates: false,
  input: z.strictObject({ who: z.string().describe("Whom to greet.") }),
  run: ({ who }) => ok(who.toUpperCase()),
});
const model: ModelPort = {
  facts: { id: "a/b", provider: "a", contextWindow: 1, maxOutputTokens: 1, canSeeImages: false, maxTools: 1 },
  async *stream({ messages }): AsyncGenerator<ModelEvent> {
    yield { kind: "text", delta: messages[0]?.role ?? "" };
  },
};
const made = await createAgent({ model, tools: [hello] });
if (made.ok) {
  const { reason } = await made.value.send("go");
  // @ts-expect-error: the types are those of the package, and no "any".
  const wrong: number = reason;
  console.log(wrong);
}
`;

const SETTINGS = {
  compilerOptions: {
    module: "nodenext",
    target: "es2024",
    lib: ["esnext"],
    types: ["node"],
    strict: true,
    noEmit: true,
    // What the package declares is checked, too.
    skipLibCheck: false,
  },
};

test("a program elsewhere is compiled with the published types and what the package depends on alone", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wield-published-"));
  try {
    const write = (path: string, text: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    write("package.json", '{ "type": "module" }');
    write("tsconfig.json", JSON.stringify(SETTINGS));
    write("use.ts", PROGRAM);
    write("node_modules/wield/package.json", await packageManifest(ROOT));
    write("node_modules/wield/types/package.json", '{ "type": "module" }');
    for (const { path, code } of await publishTypes(ROOT)) write(`node_modules/wield/types/${path}`, code);
    for (const name of ["zod", "@types", "undici-types"])
      symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
    expect(compile(folder)).toBe("");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function compile(folder: string): string {
  try {
    return execFileSync(join(ROOT, "node_modules/.bin/tsc"), ["-p", folder], { encoding: "utf8" });
  } catch (error) {
    return String((error as { readonly stdout?: unknown }).stdout ?? error);
  }
}
