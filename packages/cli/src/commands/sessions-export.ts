import type { RunCommand } from "../argv/command-spec.ts";
import { sessionJson } from "../sessions/export/session-json.ts";
import { sessionMarkdown } from "../sessions/export/session-markdown.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { readSession } from "../sessions/read-session.ts";
import { writeExport } from "../sessions/export/write-export.ts";
import { withRuntime } from "../start/with-runtime.ts";

/** `wield sessions export ID [md|json] [PATH]` */
export const run: RunCommand = (input) => {
  const { io, operands, cwd } = input;
  const [id = "", ...rest] = operands;
  const format = rest[0] === "md" || rest[0] === "json" ? rest[0] : undefined;
  const [path, ...more] = format === undefined ? rest : rest.slice(1);
  if (more.length > 0) {
    const message = `${JSON.stringify(rest[0] ?? "")} is no format`;
    return Promise.resolve(printProblem({ message, hint: "formats: md, json." }, io.err, USAGE_EXIT));
  }
  return withRuntime(input, { onlyTools: [], isQuiet: true }, async (runtime) => {
    const session = await readSession(runtime, id);
    if (!session.ok) return printProblem(session, io.err);
    const isJson = (format ?? (path?.endsWith(".json") === true ? "json" : "md")) === "json";
    const text = isJson ? sessionJson(session.value) : sessionMarkdown(session.value);
    if (path === undefined) {
      io.out.write(io.out.foreign(text));
      return 0;
    }
    const written = await writeExport(text, { path, base: cwd });
    if (!written.ok) return printProblem({ ...written, hint: "name another file." }, io.err);
    io.err.line(`written to ${io.err.foreign(path)}`);
    return 0;
  });
};
