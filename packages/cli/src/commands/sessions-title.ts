import type { RunCommand } from "../argv/command-spec.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { withRuntime } from "../start/with-runtime.ts";

const MOST_CHARACTERS = 80;

/** `wield sessions title ID TEXT` */
export const run: RunCommand = (input) => {
  const { io, operands } = input;
  const [id = "", ...words] = operands;
  const title = words.join(" ").replaceAll(/\s+/g, " ").trim();
  if (title === "" || title.length > MOST_CHARACTERS) {
    const message = `a title has 1 to ${MOST_CHARACTERS} characters; ${title.length} came`;
    return Promise.resolve(printProblem({ message }, io.err, USAGE_EXIT));
  }
  return withRuntime(input, { onlyTools: [], isQuiet: true }, async ({ store }) => {
    const found = await store.sessions.find(id);
    if (!found.ok) return printProblem(found, io.err);
    const opened = await store.sessions.open(found.value.id);
    if (!opened.ok) return printProblem(opened, io.err);
    await opened.value.append({ kind: "title", title });
    await opened.value.close();
    io.out.line(`${found.value.id}  ${io.out.foreign(title)}`);
    return 0;
  });
};
