import type { Providers, ServiceProvider } from "@wield/core";

/** Why a service is missing, by name: those the pipeline provides itself, and the host's. */
export function providersOf(
  services: readonly ServiceProvider[],
  noFiles: () => string | undefined,
): Providers {
  return new Map<string, Pick<ServiceProvider, "missing">>([
    ["files", { missing: noFiles }],
    ["catalog", {}],
    ["undo", {}],
    [
      "outputs",
      {
        missing: ({ hasStoredOutputs }) =>
          hasStoredOutputs ? undefined : "nothing was stored in this session yet",
      },
    ],
    ...services.map((provider) => [provider.token.name, provider] as const),
  ]);
}
