import { getSetting } from "@wield/app";
import type { RunCommand } from "../argv/command-spec.ts";
import { settingLines, shownValue } from "../configuration/setting-lines.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { jsonText } from "../terminal/json-text.ts";

/** `wield config get NAME`: a lone value on standard output, and where it comes from on standard error. */
export const run: RunCommand = (input) =>
  withRuntime(input, { onlyTools: [] }, async ({ settings }) => {
    const { io, flags, operands } = input;
    const [name = ""] = operands;
    const found = getSetting(settings.all, name);
    if (!found.ok) return printProblem(found, io.err, found.code === "unknown_setting" ? USAGE_EXIT : 1);
    const [only, second] = found.value;
    if (flags.has("json"))
      io.out.line(jsonText(second === undefined && only !== undefined ? only : found.value));
    else if (only !== undefined && second === undefined && only.name === name) {
      io.out.line(io.out.foreign(shownValue(only.value)));
      io.err.line(io.err.colours.dim(`from ${io.err.foreign(only.origin)}`));
    } else io.out.write(settingLines(found.value, io.out.colours));
    return 0;
  });
