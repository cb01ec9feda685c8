import { join } from "node:path";
import { type Outcome, value } from "@wield/core";
import type { Retention, Store } from "@wield/store";
import type { AllSettingValues } from "./config/app-settings.ts";
import { type ConfigSources, loadConfig, type LoadedConfig } from "./config/load-config.ts";
import type { Places } from "./config/places.ts";
import type { WorkspaceState } from "./trust/hash-workspace.ts";
import { workspaceFolder } from "./trust/workspace-trust.ts";

export interface StoreAndConfig {
  readonly store: Store;
  readonly config: LoadedConfig;
  readonly isTrusted: boolean;
  /** What the store could not tell. */
  readonly problems: readonly string[];
}

export interface StoreAndConfigRequest {
  readonly places: Places;
  readonly state: WorkspaceState;
  readonly sources: Omit<ConfigSources, "homeFile" | "userHome">;
  /** Given what the person's own file says. */
  open(person: AllSettingValues): Promise<Store>;
}

/**
 * Whether the workspace's file counts is written in the store, and how long the store keeps what is written in the
 * person's file: so that one is read first, and all sources once it is known which there are.
 */
export async function openStoreAndConfig(request: StoreAndConfigRequest): Promise<Outcome<StoreAndConfig>> {
  const { places, state, open } = request;
  const sources = { ...request.sources, homeFile: places.configFile, userHome: places.userHome };
  const { homeFile, userHome } = sources;
  const mayHaveWorkspace = state.kind === "something";
  const first = await loadConfig(mayHaveWorkspace ? { homeFile, userHome, env: {} } : sources);
  if (!first.ok) return first;
  const store = await open(first.value.person);
  if (!mayHaveWorkspace) return value({ store, config: first.value, isTrusted: false, problems: [] });

  const problems: string[] = [];
  const isTrusted = await store.trust.isTrusted(places.workspaceRoot, state.hash).catch((error: unknown) => {
    problems.push(
      `whether ${places.workspaceRoot} is trusted cannot be read, so it is not: ${String(error)}`,
    );
    return false;
  });
  const digest = state.contents.get("config.yaml");
  const hasFile = isTrusted && state.files.includes("config.yaml");
  const config = await loadConfig(
    hasFile
      ? {
          ...sources,
          workspaceFile: {
            path: join(workspaceFolder(places), "config.yaml"),
            ...(digest === undefined ? {} : { digest }),
          },
        }
      : sources,
  );
  if (config.ok) return value({ store, config: config.value, isTrusted, problems });
  await store.close();
  return config;
}

export function retentionOf(values: AllSettingValues): Retention {
  return {
    journalKeepDays: values["journal.keep_days"],
    undoKeepDays: values["undo.keep_days"],
    undoKeepBytes: values["undo.keep_bytes"],
    outputsKeepDays: values["outputs.keep_days"],
  };
}
