import type { SessionHit } from "@wield/store";
import type { CommandInput, RunCommand } from "../argv/command-spec.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { cutToWidth, wrapText } from "../terminal/display-width.ts";
import { jsonText } from "../terminal/json-text.ts";
import { shownTime } from "../terminal/times.ts";

/** `wield sessions search TEXT` */
export const run: RunCommand = (input) =>
  withRuntime(input, { onlyTools: [], isQuiet: true }, async ({ store, workspaceRoot }) => {
    const { io, flags, operands } = input;
    const query = operands.join(" ");
    const here = flags.has("all-workspaces") ? {} : { workspaceRoot };
    const found = await store.sessions.search(query, here);
    if (!found.ok) return printProblem(found, io.err);
    if (flags.has("json")) io.out.line(jsonText(found.value));
    else if (found.value.length === 0) io.err.line(`no match for ${JSON.stringify(query)}`);
    else for (const hit of found.value) show(hit, input);
    return 0;
  });

function show({ sessionId, title, role, at, snippet }: SessionHit, { io }: CommandInput): void {
  const { out } = io;
  const { columns, colours } = out;
  const line = `${sessionId}  ${shownTime(at).slice(0, 16)}  [${role}]  ${out.foreign(title)}`;
  out.line(colours.bold(cutToWidth(line, columns)));
  for (const row of wrapText(out.foreign(snippet), Math.max(20, columns - 2), true)) out.line(`  ${row}`);
}
