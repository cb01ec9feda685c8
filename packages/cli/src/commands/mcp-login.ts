import { randomBytes } from "node:crypto";
import { readAnswerOnTerminal } from "../approvals/read-answer-on-terminal.ts";
import type { RunCommand } from "../argv/command-spec.ts";
import { hearRedirect } from "../mcp-servers/hear-redirect.ts";
import { unknownServer } from "../mcp-servers/unknown-server.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { watchSignals } from "../start/watch-signals.ts";
import { withRuntime } from "../start/with-runtime.ts";

/** `wield mcp login NAME`: a person agrees in a browser; the answer comes back by itself or is pasted. */
export const run: RunCommand = (input) =>
  withRuntime(input, { onlyTools: [], withoutToolFiles: true }, async (runtime) => {
    const { io, operands } = input;
    const [name = ""] = operands;
    const entry = runtime.mcp.entries.find((candidate) => candidate.name === name);
    const unknown = unknownServer(runtime, name);
    if (entry === undefined || unknown !== undefined)
      return unknown === undefined ? USAGE_EXIT : printProblem(unknown, io.err, USAGE_EXIT);
    const { logIn } = await import("@wield/mcp");
    const signals = watchSignals();
    const redirect = await hearRedirect();
    try {
      const done = await logIn(entry, {
        store: runtime.mcp.logins,
        fetch: globalThis.fetch,
        redirectUrl: redirect.url,
        state: randomBytes(24).toString("base64url"),
        askPerson: (page) => {
          io.err.line(`Open this page in a browser and agree:\n\n  ${io.err.foreign(page.href)}\n`);
          if (!io.canAsk) return redirect.answered;
          const pasted = readAnswerOnTerminal(io, signals.interrupt)(
            "Waiting for the browser. If it runs on another machine, paste the address it ends at: ",
            signals.signal,
          ).then((text) => readPasted(text ?? ""));
          return Promise.race([redirect.answered, pasted]);
        },
      });
      if (!done.ok) return printProblem(done, io.err);
      io.out.line(done.value === "logged_in" ? `logged in to ${name}` : `${name} needs no login`);
      return 0;
    } finally {
      redirect.close();
      signals.stop();
    }
  });

/** The address the browser ended at, or only the part behind its question mark. */
function readPasted(text: string): URLSearchParams {
  const given = text.trim();
  return URL.canParse(given) ? new URL(given).searchParams : new URLSearchParams(given.replace(/^\?/, ""));
}
