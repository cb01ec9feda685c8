import type { RunCommand } from "../argv/command-spec.ts";
import { sessionJson } from "../sessions/export/session-json.ts";
import { sessionMarkdown } from "../sessions/export/session-markdown.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { readSession } from "../sessions/read-session.ts";
import { withRuntime } from "../start/with-runtime.ts";

/** `wield sessions show ID` */
export const run: RunCommand = (input) =>
  withRuntime(input, { onlyTools: [], isQuiet: true }, async (runtime) => {
    const { io, flags, operands } = input;
    const session = await readSession(runtime, operands[0] ?? "");
    if (!session.ok) return printProblem(session, io.err);
    io.out.write(
      flags.has("json") ? sessionJson(session.value) : io.out.foreign(sessionMarkdown(session.value)),
    );
    return 0;
  });
