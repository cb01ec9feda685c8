import type { RunCommand } from "../argv/command-spec.ts";
import { settingLines } from "../configuration/setting-lines.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { jsonText } from "../terminal/json-text.ts";

/** `wield config` */
export const run: RunCommand = (input) =>
  withRuntime(input, { onlyTools: [] }, async ({ settings }) => {
    const { io, flags } = input;
    const shown =
      flags.has("all") || flags.has("json")
        ? settings.all
        : settings.all.filter(({ origin }) => origin !== "default");
    if (flags.has("json")) io.out.line(jsonText(shown));
    else io.out.write(settingLines(shown, io.out.colours));
    if (shown.length === 0) io.err.line("every setting has its default (--all shows them)");
    return 0;
  });
