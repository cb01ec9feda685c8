// Prevents: a tool file that prints breaking whoever reads standard output: an MCP client, or a program behind --json.
import { expect, test } from "vitest";
import { makePlaces, type Places } from "../command/places.ts";
import { callMessage, startLineClient } from "./line-client.ts";

/** Every way by which code of this process, or what it starts, comes to descriptor 1. */
const PRINTING = `
import { execFileSync, execSync, fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { promisify } from "node:util";
import { defineTool, ok } from "wield";
import * as z from "zod";
console.log("STRAY while loading");
process.stdout.write("STRAY while loading\\n");
fs.writeSync(1, "STRAY while loading\\n");
export default defineTool({
  name: "prints",
  description: "Prints to standard output in every way there is.",
  input: z.strictObject({}),
  mutates: false,
  run: async () => {
    console.log("STRAY");
    console.info({ stray: "STRAY" });
    process.stdout.write("STRAY\\n");
    fs.writeSync(1, "STRAY\\n");
    fs.writevSync(1, [Buffer.from("STRAY\\n")]);
    fs.writeFileSync(1, "STRAY\\n");
    await promisify(fs.write)(1, "STRAY\\n");
    execSync("echo STRAY", { stdio: "inherit" });
    execFileSync("echo", ["STRAY"], { stdio: ["ignore", 1, 2] });
    spawnSync("echo", ["STRAY"], { stdio: ["ignore", "inherit", "inherit"] });
    await once(spawn("echo", ["STRAY"], { stdio: "inherit" }), "close");
    await once(fork(HELPER, []), "close");
    return ok(execSync("echo kept").toString());
  },
});
`;

function withPrintingTool(): Places {
  const places = makePlaces();
  const helper = places.write("helper.cjs", "console.log('STRAY')");
  places.write("home/tools/prints.ts", PRINTING.replace("HELPER", JSON.stringify(helper)));
  return places;
}

test("X-011: only the protocol is on stdout, whatever a tool file prints by whatever way", async () => {
  await using places = withPrintingTool();
  await using client = startLineClient({ home: places.home, cwd: places.workspace });
  await client.initialize();
  client.send(callMessage(1, "prints", {}));
  expect(await client.answer(1)).toMatchObject({ result: { content: [{ type: "text", text: "kept\n" }] } });
  client.child.stdin?.end();
  expect(await client.exited).toBe(0);
  expect(client.strayLines).toEqual([]);
  // Nothing of it is lost either.
  expect(client.stderr().split("STRAY").length - 1).toBe(15);
});

const LOGGING = `
import { defineTool, ok } from "wield";
import * as z from "zod";
console.log("STRAY while loading");
process.stdout.write("STRAY while loading\\n");
export default defineTool({
  name: "logs",
  description: "Logs to standard output while it runs.",
  input: z.strictObject({}),
  mutates: false,
  run: () => {
    console.log("STRAY");
    process.stdout.write("STRAY\\n");
    return ok("kept");
  },
});
`;

test("what a tool file logs is not in the output that programs read", async () => {
  await using places = makePlaces();
  places.write("home/tools/logs.ts", LOGGING);
  for (const args of [
    ["call", "logs", "--json"],
    ["tools", "--json"],
    ["tools", "show", "logs", "--json"],
    ["doctor", "--json"],
  ]) {
    const { out, err } = await places.run(args);
    expect(() => JSON.parse(out) as unknown, `${args.join(" ")}: ${out}`).not.toThrow();
    expect(err, args.join(" ")).toContain("STRAY while loading");
  }
  expect(await places.run(["call", "logs"])).toMatchObject({ code: 0, out: "kept\n" });
});
