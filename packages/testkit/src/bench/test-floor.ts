import { mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isSameFile, type FileIdentity, type FloorPlaces } from "@wield/core";

/** The floor over a real folder: `WIELD_HOME` of a bench. Looks at the disk each time it is asked. */
export function createTestFloor(home: string): FloorPlaces {
  mkdirSync(home, { recursive: true });
  return {
    home,
    homeIdentity: identityOf(home),
    isHomeFile: (identity) =>
      readdirSync(home, { recursive: true, encoding: "utf8" }).some((path) =>
        isAt(join(home, path), identity),
      ),
    isWorkspaceConfig: (identity, root) => isAt(join(root, ".wield", "config.yaml"), identity),
  };
}

function identityOf(path: string): FileIdentity {
  const stats = statSync(path, { bigint: true });
  return { device: String(stats.dev), inode: String(stats.ino) };
}

function isAt(path: string, identity: FileIdentity): boolean {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats !== undefined && isSameFile({ device: String(stats.dev), inode: String(stats.ino) }, identity);
}
