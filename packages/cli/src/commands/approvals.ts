import { renderRequest } from "../approvals/render-request.ts";
import type { RunCommand } from "../argv/command-spec.ts";
import { withRuntime } from "../start/with-runtime.ts";
import { jsonText } from "../terminal/json-text.ts";

/** `wield approvals` */
export const run: RunCommand = (input) =>
  withRuntime(input, { onlyTools: [], isQuiet: true }, async ({ store }) => {
    const { io, flags } = input;
    const pending = await store.approvals.pending();
    if (flags.has("json")) {
      io.out.line(jsonText(pending));
      return 0;
    }
    if (pending.length === 0) io.err.line("no request is waiting");
    const { colours, columns } = io.out;
    for (const request of pending) {
      io.out.line(renderRequest(request, { colours, columns, now: Date.now(), offersRules: true }));
      io.out.line(
        `  wield approve ${request.id}${request.rule === undefined ? "" : " [once|session|always]"}   wield deny ${request.id} [REMARK]\n`,
      );
    }
    return 0;
  });
