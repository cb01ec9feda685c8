import { nearestName } from "@wield/core";
import { parseArgv } from "../argv/parse-argv.ts";
import type { UsageMistake } from "../argv/parse-argv.ts";
import { COMMANDS } from "../commands/commands.data.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import type { Io } from "../terminal/io.ts";
import { GLOBAL_FLAGS } from "./flags.data.ts";

export interface World {
  readonly io: Io;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly version: string;
}

const ARGV_WORLD = { commands: COMMANDS, globalFlags: GLOBAL_FLAGS };

/** Runs one command line; resolves with its exit code. */
export async function runWield(argv: readonly string[], world: World): Promise<number> {
  const { io, env, cwd, version } = world;
  const parsed = parseArgv(argv, ARGV_WORLD);
  switch (parsed.kind) {
    case "version":
      io.out.line(`wield ${version}`);
      return 0;
    case "help":
      return showHelp(parsed.topic, world);
    case "mistake":
      return showMistake(parsed, io);
    case "run": {
      const { operands, flags } = parsed;
      const { run } = await parsed.command.load();
      return run({ operands, flags, io, env, cwd, version });
    }
  }
}

async function showHelp(topic: string | undefined, { io, version }: World): Promise<number> {
  const { commandText, overviewText } = await import("../argv/help-text.ts");
  if (topic === undefined) {
    io.out.write(overviewText(ARGV_WORLD, version));
    return 0;
  }
  const command = COMMANDS.find(({ name }) => name === topic);
  if (command === undefined) {
    const near = COMMANDS.map(({ name }) => name).filter((name) => name !== "");
    return showMistake(
      { kind: "mistake", message: `there is no command ${JSON.stringify(topic)}`, given: topic, near },
      io,
    );
  }
  io.out.write(commandText(command, ARGV_WORLD, io.out.columns));
  return 0;
}

async function showMistake(mistake: UsageMistake, io: Io): Promise<number> {
  const { message, given, near = [], command } = mistake;
  const nearest = given === undefined ? undefined : nearestName(given, near);
  io.err.line(io.err.foreign(message));
  const more = command === undefined || command.name === "" ? "wield --help" : `wield ${command.name} --help`;
  io.err.line(nearest === undefined ? `See ${more}.` : `Did you mean ${nearest}? See ${more}.`);
  return USAGE_EXIT;
}
