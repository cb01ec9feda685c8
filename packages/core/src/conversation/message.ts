import type { Json } from "../contract/json.ts";
import type { ImageBlock } from "../contract/result.ts";
import type { CallStatus } from "../ports/journal.ts";

export interface TextPart {
  readonly kind: "text";
  readonly text: string;
}

/** A picture a person sent or a tool returned. */
export interface ImagePart {
  readonly kind: "image";
  readonly image: ImageBlock;
}

/** Thinking that a provider showed. Goes back to that provider only. */
export interface ReasoningPart {
  readonly kind: "reasoning";
  readonly text: string;
  /** The provider's name, such as `anthropic`. */
  readonly provider: string;
  /** What it wants back untouched, such as a signature. */
  readonly opaque?: Json;
}

/** A call a model asked for. */
export interface CallPart {
  readonly kind: "call";
  /** Wield's own id, unique over the session; providers' ids are not trusted to be. */
  readonly callId: string;
  readonly tool: string;
  /** Arguments as the model sent them: JSON text, whole or not. */
  readonly rawInput: string;
  /** The answer ended inside these arguments. */
  readonly wasCutOff?: boolean;
  /** The provider that made `opaque`. */
  readonly provider?: string;
  /** What that provider wants back with the call. */
  readonly opaque?: Json;
}

export interface UserMessage {
  readonly role: "user";
  readonly id: string;
  readonly parts: readonly (TextPart | ImagePart)[];
  /** Who wrote it: a person, or Wield itself (a guard line, a notice of background work, a summary). */
  readonly origin: "person" | "guard" | "notice" | "summary";
}

export interface AssistantMessage {
  readonly role: "assistant";
  readonly id: string;
  readonly parts: readonly (TextPart | ReasoningPart | CallPart)[];
  /** `provider/name` that wrote it. */
  readonly model: string;
}

/** How one call ended, as the model is told. */
export interface ResultMessage {
  readonly role: "result";
  readonly id: string;
  readonly callId: string;
  readonly tool: string;
  readonly status: CallStatus;
  readonly code?: string;
  /** Rendered: text, notes, hint; outside text fenced. */
  readonly text: string;
  readonly images?: readonly ImageBlock[];
  /** Locator of the whole text when it was cut. */
  readonly outputRef?: string;
  /** Where the text came from; empty when it is not from outside. */
  readonly origins: readonly string[];
}

/** One message of a conversation, the same for every provider. */
export type Message = UserMessage | AssistantMessage | ResultMessage;
