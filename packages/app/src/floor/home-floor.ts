import { lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type FileIdentity, type FloorPlaces, isSameFile } from "@wield/core";

/** A folder changed more recently than this may change again without its time of change moving. */
const SETTLED_AFTER_MS = 100;

interface Listing {
  readonly changedAtNs: bigint;
  readonly isSettled: boolean;
  /** `device:inode` of the files in it. */
  readonly files: ReadonlySet<string>;
  readonly folders: readonly string[];
}

/** Which places of this machine no tool may touch. The home must exist. */
export function homeFloor(home: string): FloorPlaces {
  const homeIdentity = identityOf(home);
  const listings = new Map<string, Listing>();
  return {
    home,
    ...(homeIdentity === undefined ? {} : { homeIdentity }),
    isHomeFile: (identity) =>
      identity.device === homeIdentity?.device && holds(home, keyOf(identity), listings),
    isWorkspaceConfig: (identity, workspaceRoot) => {
      const config = identityOf(join(workspaceRoot, ".wield", "config.yaml"));
      return config !== undefined && isSameFile(config, identity);
    },
  };
}

/**
 * Asked for every file with several names, of which a package store may have many thousands, so a folder is listed
 * again only when it has changed.
 */
function holds(folder: string, key: string, listings: Map<string, Listing>): boolean {
  const listing = listingOf(folder, listings);
  return listing.files.has(key) || listing.folders.some((inner) => holds(inner, key, listings));
}

function listingOf(folder: string, listings: Map<string, Listing>): Listing {
  const known = listings.get(folder);
  const stat = statSync(folder, { bigint: true, throwIfNoEntry: false });
  if (stat === undefined) {
    listings.delete(folder);
    return { changedAtNs: 0n, isSettled: false, files: new Set(), folders: [] };
  }
  if (known?.isSettled === true && known.changedAtNs === stat.mtimeNs) return known;
  const files = new Set<string>();
  const folders: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) folders.push(path);
    else {
      const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      if (found !== undefined) files.add(`${found.dev}:${found.ino}`);
    }
  }
  const isSettled = Date.now() - Number(stat.mtimeMs) > SETTLED_AFTER_MS;
  const listing = { changedAtNs: stat.mtimeNs, isSettled, files, folders };
  listings.set(folder, listing);
  return listing;
}

function keyOf({ device, inode }: FileIdentity): string {
  return `${device}:${inode}`;
}

function identityOf(path: string): FileIdentity | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? undefined : { device: String(stat.dev), inode: String(stat.ino) };
}
