import { resolve } from "node:path";
import { readTextFile } from "@wield/app";
import type { RunCommand } from "../argv/command-spec.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { jsonText } from "../terminal/json-text.ts";

/** `wield sessions import FILE` */
export const run: RunCommand = (input) => {
  const { io, flags, operands, cwd } = input;
  const text = readTextFile(resolve(cwd, operands[0] ?? ""));
  if (!text.ok) return Promise.resolve(printProblem(text, io.err, USAGE_EXIT));
  return withRuntime(input, { onlyTools: [], isQuiet: true }, async ({ store, workspaceRoot }) => {
    const imported = await store.sessions.import(text.value, workspaceRoot);
    if (!imported.ok) return printProblem(imported, io.err);
    const { id, title } = imported.value;
    if (flags.has("json")) io.out.line(jsonText(imported.value));
    else io.out.line(`${id}  ${io.out.foreign(title)}`);
    return 0;
  });
};
