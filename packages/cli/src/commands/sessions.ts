import type { RunCommand } from "../argv/command-spec.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { sessionLines } from "../sessions/session-lines.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { jsonText } from "../terminal/json-text.ts";

const DEFAULT_LIMIT = 20;

/** `wield sessions` */
export const run: RunCommand = (input) => {
  const { io, flags } = input;
  const limit = Number(flags.get("limit") ?? DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 1) {
    const message = `--limit ${flags.get("limit") ?? ""}: a whole number from 1 on is expected`;
    return Promise.resolve(printProblem({ message }, io.err, USAGE_EXIT));
  }
  return withRuntime(input, { onlyTools: [], isQuiet: true }, async ({ store, workspaceRoot }) => {
    const isEverywhere = flags.has("all-workspaces");
    const sessions = await store.sessions.list({ limit, ...(isEverywhere ? {} : { workspaceRoot }) });
    if (flags.has("json")) io.out.line(jsonText(sessions));
    else if (sessions.length === 0)
      io.err.line(
        isEverywhere ? "no conversations" : "no conversations in this folder (--all-workspaces shows others)",
      );
    const { columns, colours } = io.out;
    if (!flags.has("json"))
      for (const line of sessionLines(sessions, { columns, colours })) io.out.line(line);
    return 0;
  });
};
