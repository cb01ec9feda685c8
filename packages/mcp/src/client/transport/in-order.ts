import type { JSONRPCMessage } from "@modelcontextprotocol/client";

/**
 * Hands messages on in the order they came. The library deals with an answer at once and with a notification a step
 * later: progress that comes in one piece with its answer would be taken for late, and dropped.
 */
export function inOrder(give: (message: JSONRPCMessage) => void): (message: JSONRPCMessage) => void {
  let waiting: JSONRPCMessage[] | undefined;
  const giveRest = async (rest: JSONRPCMessage[]): Promise<void> => {
    await Promise.resolve();
    // More may come while these are given.
    for (let at = 0; at < rest.length; at += 1) {
      const message = rest[at];
      if (message === undefined) continue;
      give(message);
      if (isNotification(message)) await Promise.resolve();
    }
    waiting = undefined;
  };
  return (message) => {
    if (waiting !== undefined) return void waiting.push(message);
    give(message);
    if (!isNotification(message)) return;
    waiting = [];
    void giveRest(waiting);
  };
}

function isNotification(message: JSONRPCMessage): boolean {
  return "method" in message && !("id" in message);
}
