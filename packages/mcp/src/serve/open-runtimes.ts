import { type Clock, type Conversation, fail, type Log, type Outcome, value } from "@wield/core";
import { mcpSettings, type McpSettings } from "./mcp-settings.ts";
import type { McpRuntime, ServeStdioOptions } from "./serve-options.ts";

/** A runtime with this connection's conversation in it. */
export interface OpenRuntime {
  readonly runtime: McpRuntime;
  readonly settings: McpSettings;
  snapshot(): Conversation;
  /** Ends the telling of changes. */
  readonly stopListening: () => void;
}

/** The runtimes of one connection, one for each workspace it worked in. */
export interface OpenRuntimes {
  /** Opens it on first use. A failure is not kept: the person may repair what is wrong. */
  get(workspace: string): Promise<Outcome<OpenRuntime>>;
  /** Closes all, waiting no longer than `limitMs`. */
  closeAll(limitMs: number): Promise<void>;
}

export function createOpenRuntimes(how: {
  readonly open: ServeStdioOptions["open"];
  readonly sessionId: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Told when what is offered in a runtime may have changed by itself. */
  readonly onToolsChanged?: (opened: OpenRuntime) => void;
}): OpenRuntimes {
  const opening = new Map<string, Promise<Outcome<OpenRuntime>>>();

  const tryToOpen = async (workspace: string): Promise<Outcome<OpenRuntime>> => {
    const opened = await how.open(workspace);
    if (!opened.ok) return opened;
    const runtime = opened.value;
    const conversation = runtime.conversation({ sessionId: how.sessionId, caller: "mcp", surface: "mcp" });
    const open: OpenRuntime = {
      runtime,
      settings: mcpSettings(runtime),
      snapshot: () => conversation.snapshot(),
      stopListening: runtime.mcp?.onToolsChanged(() => how.onToolsChanged?.(open)) ?? (() => undefined),
    };
    return value(open);
  };
  const open = async (workspace: string): Promise<Outcome<OpenRuntime>> => {
    const opened = await tryToOpen(workspace).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      return fail("workspace_unusable", `the workspace ${workspace} could not be opened: ${why}`);
    });
    if (opened.ok) return opened;
    how.log("error", opened.message);
    opening.delete(workspace);
    return opened;
  };
  const close = async (opened: Promise<Outcome<OpenRuntime>>): Promise<void> => {
    const outcome = await opened;
    if (!outcome.ok) return;
    outcome.value.stopListening();
    await outcome.value.runtime.close();
  };

  return {
    get(workspace) {
      const known = opening.get(workspace);
      if (known !== undefined) return known;
      const opened = open(workspace);
      opening.set(workspace, opened);
      return opened;
    },
    closeAll: (limitMs) => within(limitMs, how.clock, Promise.allSettled([...opening.values()].map(close))),
  };
}

/** Waits for something, but not longer than the limit. */
export function within(limitMs: number, clock: Clock, done: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.timer(limitMs, resolve);
    void done.finally(() => {
      cancel();
      resolve();
    });
  });
}
