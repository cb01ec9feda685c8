// Prevents: a flag that is read as something else, dropped or guessed, and a typing mistake without a way on.
import { expect, test } from "vitest";
import { COMMANDS } from "../commands/commands.data.ts";
import { GLOBAL_FLAGS } from "../start/flags.data.ts";
import { flagValues } from "./flag-values.ts";
import { commandText, overviewText } from "./help-text.ts";
import { parseArgv } from "./parse-argv.ts";

const world = { commands: COMMANDS, globalFlags: GLOBAL_FLAGS };

function parsed(...argv: readonly string[]) {
  const read = parseArgv(argv, world);
  if (read.kind === "run") return [read.command.name, read.operands, Object.fromEntries(read.flags)];
  if (read.kind === "mistake") return read.message;
  return read;
}

test("a command, its operands and its flags, in any order", () => {
  expect(parsed("call", "read_file", "--json", "path=a")).toEqual([
    "call",
    ["read_file", "path=a"],
    { json: "" },
  ]);
  expect(parsed("journal", "--limit", "5", "--tool=grep")).toEqual([
    "journal",
    [],
    { limit: "5", tool: "grep" },
  ]);
  expect(parsed()).toEqual(["", [], {}]);
});

test("a repeatable flag keeps all of its values", () => {
  const read = parseArgv(["run", "--image", "a.png", "--image=b.png", "x"], world);
  expect(read.kind === "run" && flagValues(read.flags, "image")).toEqual(["a.png", "b.png"]);
});

test("a command of two words beats one of one word", () => {
  expect(parsed("tools", "show", "grep")).toEqual(["tools show", ["grep"], {}]);
  expect(parsed("tools")).toEqual(["tools", [], {}]);
  expect(parsed("config", "set", "a", "b")).toEqual(["config set", ["a", "b"], {}]);
});

test("flags of every command may stand before it", () => {
  expect(parsed("--workspace", "/w", "tools")).toEqual(["tools", [], { workspace: "/w" }]);
  expect(parsed("--approval-mode=deny")).toEqual(["", [], { "approval-mode": "deny" }]);
  expect(parsed("--continue")).toEqual(["", [], { continue: "" }]);
  expect(parsed("--continue", "run", "x")).toEqual(["run", ["x"], { continue: "" }]);
  expect(parsed("--continue", "tools")).toBe("wield tools does not take --continue");
});

test("what follows -- is never a flag, and a lone dash is an operand", () => {
  expect(parsed("call", "t", "--", "--json")).toEqual(["call", ["t", "--json"], {}]);
  expect(parsed("call", "t", "-")).toEqual(["call", ["t", "-"], {}]);
  expect(parsed("deny", "apr_1", "--", "-", "no")).toEqual(["deny", ["apr_1", "-", "no"], {}]);
});

test("mistakes are named, with what may have been meant", () => {
  expect(parseArgv(["jurnal"], world)).toMatchObject({ kind: "mistake", given: "jurnal" });
  expect(parsed("journal", "--limti", "5")).toBe('unknown flag "--limti"');
  expect(parsed("journal", "--limit")).toBe("--limit needs a value: --limit N");
  expect(parsed("journal", "--limit=")).toBe("--limit needs a value: --limit N");
  expect(parsed("journal", "--json", "--json")).toBe("--json is given twice");
  expect(parsed("journal", "--json=1")).toBe("--json takes no value");
  expect(parsed("tools", "shwo")).toBe('wield tools has no "shwo"');
  expect(parsed("tools", "show")).toBe("wield tools show needs NAME");
  expect(parsed("tools", "show", "a", "b")).toBe('wield tools show does not take "b"');
  expect(parsed("call", "-x", "read_file")).toBe('unknown flag "-x"');
});

test("help is asked for in every way people try", () => {
  expect(parsed("--help")).toEqual({ kind: "help" });
  expect(parsed("help")).toEqual({ kind: "help" });
  expect(parsed("help", "tools", "show")).toEqual({ kind: "help", topic: "tools show" });
  expect(parsed("call", "--help")).toEqual({ kind: "help", topic: "call" });
  expect(parsed("tools", "check", "x", "-h")).toEqual({ kind: "help", topic: "tools check" });
  expect(parsed("--version")).toEqual({ kind: "version" });
});

test("every command has a help that names its forms, flags and examples and fits 80 columns", () => {
  const overview = overviewText(world, "1.2.3");
  for (const command of COMMANDS.filter(({ name }) => name !== "")) {
    expect(overview).toContain(`wield ${command.name} `);
    const text = commandText(command, world, 80);
    expect(text).toContain(`Usage: wield ${command.name}`);
    for (const { name } of [...command.flags, ...GLOBAL_FLAGS]) expect(text).toContain(`--${name}`);
    for (const { line } of command.examples) expect(text).toContain(line);
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  }
});
