import type { TokenUsage } from "@wield/core";

export function addUsage(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cached: one.cached + other.cached,
  };
}

export function tokensOf({ input, output }: TokenUsage): number {
  return input + output;
}
