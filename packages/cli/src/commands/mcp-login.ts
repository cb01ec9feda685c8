import { randomBytes } from "node:crypto";
import { fail } from "@wield/core";
import { readAnswerOnTerminal } from "../approvals/read-answer-on-terminal.ts";
import type { RunCommand } from "../argv/command-spec.ts";
import { hearRedirect } from "../mcp-servers/hear-redirect.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { watchSignals } from "../start/watch-signals.ts";
import { withRuntime } from "../start/with-runtime.ts";

/** `wield mcp login NAME`: a person agrees in a browser; the answer comes back by itself or is pasted. */
export const run: RunCommand = (input) =>
  withRuntime(input, { onlyTools: [], withoutToolFiles: true }, async (runtime) => {
    const { io, operands } = input;
    const [name = ""] = operands;
    const entry = runtime.mcp.entries.find((candidate) => candidate.name === name);
    if (entry === undefined) {
      const known = runtime.mcp.entries.map((candidate) => candidate.name).join(", ");
      return printProblem(
        fail("unknown_server", `no MCP server is named "${name}"`, { hint: `known servers: ${known}` }),
        io.err,
        2,
      );
    }
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
