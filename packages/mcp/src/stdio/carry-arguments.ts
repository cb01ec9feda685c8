import type { JSONRPCMessage } from "@modelcontextprotocol/server";

const CARRIED = "wield/arguments";

/**
 * Moves the arguments of a tool call to where the protocol layer does not look at them: it would refuse what is no
 * object, and drop names such as `__proto__`, while each of them deserves a result that says what is wrong.
 */
export function carryArguments(message: JSONRPCMessage): JSONRPCMessage {
  if (!("method" in message) || message.method !== "tools/call" || message.params === undefined)
    return message;
  const { arguments: given, _meta: meta, ...params } = message.params;
  return { ...message, params: { ...params, _meta: { ...meta, [CARRIED]: given } } };
}

/** The arguments of a call as the client sent them; `undefined` when it sent none. */
export function carriedArguments(meta: Readonly<Record<string, unknown>> | undefined): unknown {
  return meta?.[CARRIED];
}
