import type { ProviderSource } from "@wield/testkit";
import { afterEach } from "vitest";
import { openBench, type BenchOptions, type ModelBench, type ProviderUnderTest } from "./model-fixture.ts";

/** Opens benches for the tests of a file; each is closed with the test that opened it. */
type OpenBench = (
  provider: ProviderUnderTest,
  steps: readonly ProviderSource[],
  options?: BenchOptions,
) => Promise<ModelBench>;

export function modelBenches(): OpenBench {
  const open: ModelBench[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ server }) => server.close()));
  });
  return async (provider, steps, options) => {
    const made = await openBench(provider, steps, options);
    open.push(made);
    return made;
  };
}
