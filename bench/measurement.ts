/** One measured figure. Every one is a median. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: "µs" | "ms" | "calls/s" | "kB" | "MB";
  /** What was measured beside it in the same run. */
  readonly reference?: { readonly what: string; readonly value: number };
  readonly goal?: Goal;
}

/** The ratio is value to reference; a figure without a reference is compared itself. */
export type Goal =
  | { readonly atMost: number; readonly of: "value" | "ratio" }
  | { readonly atLeast: number; readonly of: "value" | "ratio" }
  /** At most the reference and this much more. */
  | { readonly aboveReference: number };

export interface Measurement {
  readonly name: string;
  readonly run: () => Promise<readonly Figure[]>;
}

export function ratioOf({ value, reference }: Figure): number | undefined {
  return reference === undefined ? undefined : value / reference.value;
}

/** Whether the figure reaches its goal; nothing when it has none. */
export function isReached(figure: Figure): boolean | undefined {
  const { goal, value, reference } = figure;
  if (goal === undefined) return undefined;
  if ("aboveReference" in goal) return value <= (reference?.value ?? 0) + goal.aboveReference;
  const compared = goal.of === "value" ? value : (ratioOf(figure) ?? Number.NaN);
  return "atMost" in goal ? compared <= goal.atMost : compared >= goal.atLeast;
}
