import type { SessionEvent } from "@wield/core";

/** What an agent stores, by number: a message with a picture, a call, its result with a picture, and so on. */
export function sessionStep(count: number): SessionEvent {
  const id = `m${count}`;
  const image = { type: "image", mediaType: "image/png", bytes: new Uint8Array(50_000).fill(count) } as const;
  const parts = [
    { kind: "text", text: `${id} ${"x".repeat(100_000)}` } as const,
    { kind: "image", image } as const,
  ];
  if (count % 3 === 1) return { kind: "message", message: { role: "user", id, origin: "person", parts } };
  if (count % 3 === 2) {
    const call = { kind: "call", callId: `call_${count}`, tool: "grep", rawInput: "{}" } as const;
    return { kind: "message", message: { role: "assistant", id, model: "a/b", parts: [call] } };
  }
  const result = { callId: `call_${count - 1}`, tool: "grep", status: "ok", text: "x", origins: [] } as const;
  return { kind: "message", message: { role: "result", id, ...result, images: [image] } };
}
