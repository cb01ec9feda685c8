import { putSetting, removeCaches } from "@wield/app";
import type { RunCommand } from "../argv/command-spec.ts";
import { placesOf } from "../mcp-servers/places-of.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";

/** `wield mcp remove NAME` */
export const run: RunCommand = async (input) => {
  const { io, operands } = input;
  const [name = ""] = operands;
  const places = placesOf(input);
  if (!places.ok) return printProblem(places, io.err, USAGE_EXIT);
  const { configFile: file, home, userHome } = places.value;
  const put = await putSetting({
    file,
    setting: "mcp.servers",
    key: name,
    value: undefined,
    mustBe: "there",
    userHome,
  });
  if (!put.ok) return printProblem(put, io.err, USAGE_EXIT);
  removeCaches(home, name);
  io.out.line(`removed ${io.out.foreign(name)} from ${io.out.foreign(file)}`);
  return 0;
};
