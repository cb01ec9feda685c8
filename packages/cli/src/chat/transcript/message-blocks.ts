import { decodeArguments } from "./decode-arguments.ts";
import type { Message } from "@wield/core";
import type { Block } from "./transcript.ts";

/** The last messages of a stored conversation, as they are shown when it is gone on with. */
export function messageBlocks(messages: readonly Message[], count: number): readonly Block[] {
  const shown = messages.slice(-count);
  const left = messages.length - shown.length;
  const results = new Map(
    shown.flatMap((message) => (message.role === "result" ? [[message.callId, message] as const] : [])),
  );
  const blocks = shown.flatMap((message): readonly Block[] => {
    if (message.role === "user") {
      if (message.origin !== "person") return [];
      const text = message.parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n");
      return [{ kind: "person", text, isSteering: false }];
    }
    if (message.role === "result") return [];
    return message.parts.flatMap((part): readonly Block[] => {
      if (part.kind === "text")
        return part.text.trim() === "" ? [] : [{ kind: "answer", text: part.text, isContinued: false }];
      if (part.kind === "reasoning") return [];
      const result = results.get(part.callId);
      const end = {
        status: result?.status ?? ("interrupted" as const),
        text: result?.text ?? "",
        notes: [],
      };
      const { callId, tool, rawInput } = part;
      return [{ kind: "call", card: { callId, tool, input: decodeArguments(rawInput), startedAt: 0, end } }];
    });
  });
  const earlier: Block = {
    kind: "notice",
    level: "info",
    text: `${left} earlier messages are not shown again`,
  };
  return left > 0 ? [earlier, ...blocks] : blocks;
}
