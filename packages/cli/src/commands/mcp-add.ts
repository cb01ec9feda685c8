import { type McpServerSetting, putSetting } from "@wield/app";
import { fail, type Outcome, value } from "@wield/core";
import type { CommandInput, RunCommand } from "../argv/command-spec.ts";
import { flagValues } from "../argv/flag-values.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { placesOf } from "../mcp-servers/places-of.ts";
import { printProblem } from "../outcome/print-problem.ts";

/** `wield mcp add NAME -- COMMAND…` and `wield mcp add NAME URL` */
export const run: RunCommand = async (input) => {
  const { io, operands } = input;
  const [name = "", ...words] = operands;
  const made = readServer(words, input);
  if (!made.ok) return printProblem(made, io.err, USAGE_EXIT);
  const places = placesOf(input);
  if (!places.ok) return printProblem(places, io.err, USAGE_EXIT);
  const { configFile: file, userHome } = places.value;
  const put = await putSetting({
    file,
    setting: "mcp.servers",
    key: name,
    value: made.value,
    mustBe: "new",
    userHome,
  });
  if (!put.ok) return printProblem(put, io.err, USAGE_EXIT);
  io.out.line(
    `added ${io.out.foreign(name)} to ${io.out.foreign(file)}; try it: wield mcp test ${io.out.foreign(name)}`,
  );
  return 0;
};

function readServer(words: readonly string[], { flags }: CommandInput): Outcome<McpServerSetting> {
  const [first, ...rest] = words;
  if (first === undefined) {
    return fail("wrong_usage", "it is not said how the server is reached", {
      hint: "wield mcp add NAME -- COMMAND ARGUMENT…  or  wield mcp add NAME https://…",
    });
  }
  const toolsets = flags.get("toolsets");
  const shared = toolsets === undefined ? {} : { toolsets: toolsets.split(",") };
  if (/^https?:\/\//.test(first)) {
    if (flags.has("no-sandbox"))
      return fail("wrong_usage", "--no-sandbox is for programs; a server at an address runs elsewhere");
    if (rest.length > 0) return fail("wrong_usage", `an address takes no arguments: ${rest.join(" ")}`);
    const headers = readPairs(flagValues(flags, "header"), ":");
    if (!headers.ok) return headers;
    return value({
      url: first,
      ...(headers.value === undefined ? {} : { headers: headers.value }),
      ...shared,
    });
  }
  const env = readPairs(flagValues(flags, "env"), "=");
  if (!env.ok) return env;
  return value({
    command: first,
    ...(rest.length === 0 ? {} : { args: rest }),
    ...(env.value === undefined ? {} : { env: env.value }),
    ...(flags.has("no-sandbox") ? { sandbox: false } : {}),
    ...shared,
  });
}

/** `NAME=VALUE` or `NAME:VALUE`, each once. */
function readPairs(
  given: readonly string[],
  mark: ":" | "=",
): Outcome<Readonly<Record<string, string>> | undefined> {
  const pairs = new Map<string, string>();
  for (const pair of given) {
    const at = pair.indexOf(mark);
    if (at < 1) return fail("wrong_usage", `"${pair}" has to be NAME${mark}VALUE`);
    pairs.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
  }
  return value(pairs.size === 0 ? undefined : Object.fromEntries(pairs));
}
