import type { FileIdentity } from "./paths.ts";

/** Where the places are that no tool may touch, whatever mode or rule holds. */
export interface FloorPlaces {
  /** Real path of `WIELD_HOME`. */
  readonly home: string;
  readonly homeIdentity?: FileIdentity;
  /** Asked only for a file with several hard links: is it a file of the home under another name? */
  isHomeFile(identity: FileIdentity): boolean;
  /** Likewise for the workspace's `.wield/config.yaml`. */
  isWorkspaceConfig(identity: FileIdentity, workspaceRoot: string): boolean;
}
