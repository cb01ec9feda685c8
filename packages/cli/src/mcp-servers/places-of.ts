import { findPlaces } from "@wield/app";
import type { CommandInput } from "../argv/command-spec.ts";

/** Where the person's configuration is, without opening anything. */
export function placesOf({ cwd, env, flags }: CommandInput): ReturnType<typeof findPlaces> {
  const workspaceFlag = flags.get("workspace");
  return findPlaces({ cwd, env, ...(workspaceFlag === undefined ? {} : { workspaceFlag }) });
}
