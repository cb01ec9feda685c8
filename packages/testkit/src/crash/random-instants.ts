import * as fc from "fast-check";

/** Delays in milliseconds from 0 up to `maxMs`, with fractions; the same for the same seed. */
export function randomInstants(options: {
  readonly seed: number;
  readonly count: number;
  readonly maxMs: number;
}): readonly number[] {
  const delay = fc.double({ min: 0, max: options.maxMs, noNaN: true, minExcluded: false });
  return fc.sample(fc.noBias(delay), { seed: options.seed, numRuns: options.count });
}
