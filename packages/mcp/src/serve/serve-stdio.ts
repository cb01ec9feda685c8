import type { Writable } from "node:stream";
import { serveStdio as serveRevisions } from "@modelcontextprotocol/server/stdio";
import type { Clock } from "@wield/core";
import { claimStdout } from "../stdio/claim-stdout.ts";
import { createStdioTransport } from "../stdio/stdio-transport.ts";
import { createCallLane } from "./call-lane.ts";
import { createConnection } from "./connection.ts";
import { createServer } from "./create-server.ts";
import { instructions } from "./instructions.ts";
import { within } from "./open-runtimes.ts";
import type { ServeStdioOptions } from "./serve-options.ts";

const ORPHAN_CHECK_MS = 1000;

/** Time for a client to take the last bytes. */
const FLUSH_LIMIT_MS = 500;

/**
 * Serves the tools to one MCP client over standard input and output. Resolves once the client is gone and everything
 * it started has ended, at the latest 5 s after its going; the process may exit then.
 */
export async function serveStdio(options: ServeStdioOptions): Promise<void> {
  const { clock, log, stdin, stdout, workspace, cwd, version } = options;
  const output = claimStdout(stdout, options.stderr);
  const connection = createConnection(options);
  const lane = createCallLane(connection, { send: (message) => transport.send(message), clock });
  const transport = createStdioTransport({ stdin, stdout, output, clock, log, lane });
  const about = { version, instructions: instructions({ explicit: workspace, cwd }) };
  const handle = serveRevisions(
    ({ era }) => createServer(connection, about, era === "legacy" ? lane.open : () => {}),
    {
      transport,
      onerror: (error) => log("debug", `MCP: ${error.message}`),
    },
  );
  const end = (): void => void handle.close();
  options.signal?.addEventListener("abort", end, { once: true });
  if (options.signal?.aborted === true) end();
  const stopWatching = watchParent(options, end);

  await transport.ended;
  stopWatching();
  await connection.close();
  await flushed(stdout, clock);
  output.release();
}

/** A pipe can outlive the process that was to be served, when that one only handed it on. */
function watchParent({ isOrphaned, clock }: ServeStdioOptions, end: () => void): () => void {
  if (isOrphaned === undefined) return () => {};
  let cancel = (): void => {};
  const check = (): void => {
    if (isOrphaned()) end();
    else cancel = clock.timer(ORPHAN_CHECK_MS, check);
  };
  check();
  return () => cancel();
}

function flushed(stdout: Writable, clock: Clock): Promise<void> {
  if (stdout.writableLength === 0 || stdout.destroyed) return Promise.resolve();
  return within(FLUSH_LIMIT_MS, clock, new Promise((resolve) => stdout.once("drain", resolve)));
}
