import type { FinishReason, JsonObject, TokenUsage } from "@wield/core";

/** A call as a provider sends it. */
export interface ProviderCall {
  readonly tool: string;
  readonly input?: JsonObject;
  /** Arguments as raw text, malformed ones too; goes before `input`. */
  readonly rawInput?: string;
  /** Made when absent; `null` sends none where the format allows that. */
  readonly id?: string | null;
  /** Google: a signature of the thinking that led to it. */
  readonly signature?: string;
  /** Chat Completions: sent at the index of the call before, as some servers do. */
  readonly isAtSameIndex?: boolean;
}

/** An answer as it goes over the wire: thinking, text, calls, and how it is broken on the way. */
export interface ProviderReply {
  readonly reasoning?: { readonly text: string; readonly signature?: string };
  readonly text?: string;
  readonly calls?: readonly ProviderCall[];
  readonly finish?: FinishReason;
  readonly usage?: TokenUsage;
  /** Characters per delta; whole when absent. */
  readonly deltaLength?: number;
  /** The deltas of the calls alternate. */
  readonly isInterleaved?: boolean;
  /** Bytes per write, so that a character or an event is cut anywhere; one write when absent. */
  readonly writeBytes?: number;
  /** Signs of life between the events, where the format has them. */
  readonly hasPings?: boolean;
  /** After so many events: the connection is cut, the stream ends as if it were whole, or nothing more comes. */
  readonly breaksAfter?: { readonly events: number; readonly how: "cut" | "end" | "silence" };
  /** After so many events: an error in the format of the provider, and the end. */
  readonly failsAfter?: { readonly events: number; readonly type: string; readonly message: string };
}

/** An answer that is an error from the start. */
export interface ProviderRefusal {
  readonly status: number;
  /** The provider's word for it, such as `overloaded_error`. */
  readonly type?: string;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is, in place of the provider's own error body. */
  readonly body?: string;
}

/** A body sent as it is: a recorded stream, or what is no stream at all. */
export interface ProviderBytes {
  readonly body: string | Uint8Array;
  readonly contentType?: string;
  readonly writeBytes?: number;
}

export type ProviderStep =
  | string
  | ProviderReply
  | ProviderRefusal
  | ProviderBytes
  | { readonly hangsUp: true };

/** A request as it came. */
export interface ProviderRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

export type ProviderSource = ProviderStep | ((request: ProviderRequest, index: number) => ProviderStep);

/** One wire format: how answers look, and which requests are refused. */
export interface Wire {
  readonly contentType: string;
  /** The events of an answer, each as the text of one frame. */
  frames(reply: ProviderReply, request: ProviderRequest): readonly string[];
  errorFrame(type: string, message: string): string;
  errorBody(refusal: ProviderRefusal): string;
  /** Why the provider refuses a request, in its own words; nothing when it takes it. `issued`: signatures it made. */
  fault(request: ProviderRequest, issued: ReadonlySet<string>): string | undefined;
  /** The key a request carries. */
  keyOf(request: ProviderRequest): string | undefined;
}

export function finishOf({ finish, calls = [] }: ProviderReply): FinishReason {
  return finish ?? (calls.length > 0 ? "calls" : "stop");
}

export const DEFAULT_USAGE: TokenUsage = { input: 100, output: 10, cached: 0 };
