import type { Json } from "@wield/core";

/** A call while it comes in. */
export interface CallBlock {
  readonly kind: "call";
  /** The provider's id, which need not be unique. */
  readonly id: string;
  tool: string;
  rawInput: string;
  /** The provider sent arguments, empty ones too. */
  hasInput: boolean;
  isWhole: boolean;
  opaque?: Record<string, Json>;
}

/** Text or thinking while it comes in. */
export interface TextBlock {
  readonly kind: "text" | "reasoning";
  readonly id: string;
  text: string;
  opaque?: Record<string, Json>;
}

export type AnswerBlock = CallBlock | TextBlock;
