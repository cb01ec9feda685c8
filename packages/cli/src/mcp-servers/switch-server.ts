import { putSetting } from "@wield/app";
import type { CommandInput } from "../argv/command-spec.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { placesOf } from "./places-of.ts";

/** Sets `enabled` of one server in the person's configuration. */
export async function switchServer(input: CommandInput, isEnabled: boolean): Promise<number> {
  const { io, operands } = input;
  const [name = ""] = operands;
  const places = placesOf(input);
  if (!places.ok) return printProblem(places, io.err, USAGE_EXIT);
  const { configFile: file, userHome } = places.value;
  const put = await putSetting({
    file,
    setting: "mcp.servers",
    key: name,
    member: "enabled",
    value: isEnabled,
    mustBe: "there",
    userHome,
  });
  if (!put.ok) return printProblem(put, io.err, USAGE_EXIT);
  io.out.line(`${io.out.foreign(name)} is ${isEnabled ? "on" : "off"} in ${io.out.foreign(file)}`);
  return 0;
}
