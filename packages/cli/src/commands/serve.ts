import { STORED_REQUEST } from "@wield/app";
import { fail, type Outcome, value } from "@wield/core";
import { startServer } from "@wield/server";
import type { CommandInput, RunCommand } from "../argv/command-spec.ts";
import { startPassedOn } from "../mcp-servers/start-passed-on.ts";
import { tellRequests } from "../approvals/tell-requests.ts";
import { USAGE_EXIT } from "../outcome/exit-code.ts";
import { printProblem } from "../outcome/print-problem.ts";
import { watchSignals } from "../start/watch-signals.ts";
import { withRuntime } from "../start/with-runtime.ts";

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

/** `wield serve`: until a signal ends it. */
export const run: RunCommand = (input) =>
  withRuntime(input, {}, async (runtime) => {
    const { io, flags, version } = input;
    const setting = (name: string): unknown =>
      runtime.settings.all.find((entry) => entry.name === name)?.value;
    const port = readPort(input, Number(setting("server.port")));
    if (!port.ok) return printProblem(port, io.err, USAGE_EXIT);
    const host = flags.get("host") ?? String(setting("server.host"));
    const signals = watchSignals();
    try {
      await startPassedOn(runtime, flags.get("toolset"));
      const started = await startServer(runtime, {
        host,
        port: port.value,
        allowedHosts: setting("server.allowed_hosts") as readonly string[],
        version,
        hasNewToken: flags.has("new-token"),
        ...(io.err.isTerminal ? { askers: [STORED_REQUEST] } : {}),
        log: (level, message) => {
          if (level === "warn" || level === "error") io.err.line(`${level}: ${io.err.foreign(message)}`);
        },
      });
      if (!started.ok)
        return printProblem(started, io.err, started.code === "damaged_token" ? USAGE_EXIT : 1);
      const server = started.value;
      if (!LOOPBACK.test(host))
        io.err.line(
          io.err.colours.yellow(
            `wield: ${host} is reached from other machines; whoever has the token is you`,
          ),
        );
      io.out.line(`serving ${io.out.foreign(runtime.workspaceRoot)} at ${server.address}/mcp`);
      // Browsers keep what stands after # to themselves.
      io.out.line(`log in at ${server.address}/#${server.token}`);
      io.err.line(`the token is in ${io.err.foreign(runtime.home)}/server.token; Ctrl-C ends`);
      const stopTelling = tellRequests(runtime.store.approvals, io.err);
      if (!signals.signal.aborted)
        await new Promise<void>((resolve) =>
          signals.signal.addEventListener("abort", () => resolve(), { once: true }),
        );
      stopTelling();
      await server.close();
      return signals.name() === "SIGTERM" ? 143 : 130;
    } finally {
      signals.stop();
    }
  });

function readPort({ flags }: CommandInput, otherwise: number): Outcome<number> {
  const given = flags.get("port");
  if (given === undefined) return value(otherwise);
  const port = /^\d{1,5}$/.test(given) ? Number(given) : NaN;
  return port <= 65_535 ? value(port) : fail("wrong_usage", `--port is ${given}; allowed: 0 to 65535`);
}
