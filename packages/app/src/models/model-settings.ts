import { personOnly, replaces, type Setting, type SettingValues, type Zod } from "@wield/core";
import type { ProviderSettingsByName, WireFormat } from "@wield/models";
import type { ProviderKeys } from "./stored-keys.ts";

const FORMATS = ["chat", "anthropic", "openai", "google"] as const satisfies readonly WireFormat[];

/** How one provider stands in the configuration. */
export interface ProviderSetting {
  readonly base_url?: string;
  readonly key_env?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly format?: WireFormat;
  readonly context_window?: number;
  readonly max_output_tokens?: number;
  readonly images?: boolean;
}

const tokens = (z: Zod) => z.int().min(512).max(100_000_000);

/** The settings about models. */
export const MODEL_SETTINGS = {
  model: {
    description:
      "The model that thinks: PROVIDER/NAME, or manual for calls typed by a person. auto takes the first provider with a key in the environment, else a server on this machine, else manual.",
    default: "auto",
    allowed: "auto, manual, or PROVIDER/NAME",
    schema: (z) => z.string().regex(/^(auto|manual|[^/\s]+\/\S+)$/),
    workspace: replaces(),
  } satisfies Setting<string>,
  providers: {
    description:
      "Where models are asked, by provider: NAME: {base_url, key_env, headers}. ${NAME} in a header takes an environment variable. Keys themselves are not written here: they come from the environment, or from `wield setup`.",
    default: {} as Readonly<Record<string, ProviderSetting>>,
    allowed:
      "a map of name to {base_url, key_env, headers, format (chat, anthropic, openai, google), context_window, max_output_tokens, images}",
    schema: (z) =>
      z.record(
        z.string().regex(/^[a-z0-9][a-z0-9_-]{0,31}$/),
        z.strictObject({
          base_url: z.string().min(1).exactOptional(),
          key_env: z
            .string()
            .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
            .exactOptional(),
          headers: z.record(z.string().min(1), z.string()).exactOptional(),
          format: z.enum(FORMATS).exactOptional(),
          context_window: tokens(z).exactOptional(),
          max_output_tokens: z.int().min(16).max(10_000_000).exactOptional(),
          images: z.boolean().exactOptional(),
        }),
      ),
    // It decides where a key is sent.
    workspace: personOnly(),
  } satisfies Setting<Readonly<Record<string, ProviderSetting>>>,
};

export type ModelSettingValues = SettingValues<typeof MODEL_SETTINGS>;

type Environment = Readonly<Record<string, string | undefined>>;

/** From the names of the configuration file to what the adapters read; stored keys are laid beside. */
export function providerSettingsOf(
  settings: ModelSettingValues["providers"],
  { env, keys }: { readonly env: Environment; readonly keys: ProviderKeys },
): ProviderSettingsByName {
  const names = new Set([...Object.keys(settings), ...keys.keys()]);
  return Object.fromEntries(
    [...names].map((name) => {
      const { base_url, key_env, headers, format } = (Object.hasOwn(settings, name) && settings[name]) || {};
      const key = keys.get(name);
      return [
        name,
        {
          ...(base_url === undefined ? {} : { baseUrl: base_url }),
          ...(key_env === undefined ? {} : { keyVariable: key_env }),
          ...(headers === undefined ? {} : { headers: filled(headers, env) }),
          ...(format === undefined ? {} : { format }),
          ...(key === undefined ? {} : { key }),
        },
      ];
    }),
  );
}

function filled(
  headers: Readonly<Record<string, string>>,
  env: Environment,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (_found, variable: string) => env[variable] ?? ""),
    ]),
  );
}
