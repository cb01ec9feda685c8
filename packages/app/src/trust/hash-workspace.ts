import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
} from "node:fs";
import { join } from "node:path";

/** What of `W/.wield` a person trusts, all together, since these use each other. Data (pads, screenshots) is left out. */
const TRUSTED_PARTS = ["config.yaml", "hooks", "skills", "tools"];

const MAX_FILES = 5000;
const MAX_BYTES = 64 * 1024 * 1024;

/** The state of a workspace's `.wield`, or why there is none to trust. */
export type WorkspaceState =
  | { readonly kind: "nothing" }
  | { readonly kind: "unusable"; readonly reason: string }
  | {
      readonly kind: "something";
      /** sha256 over names, kinds and contents, hexadecimal. */
      readonly hash: string;
      /** Relative to `.wield`, sorted. */
      readonly files: readonly string[];
      /** sha256 of each regular file by its relative name. */
      readonly contents: ReadonlyMap<string, string>;
    };

/** Links are not followed: one counts by where it points, and nothing is read through it. */
export function hashWorkspace(folder: string): WorkspaceState {
  const root = lstatSync(folder, { throwIfNoEntry: false });
  if (root === undefined) return { kind: "nothing" };
  if (!root.isDirectory()) return { kind: "unusable", reason: "it is no folder of its own" };

  const found = new Map<string, string>();
  const contents = new Map<string, string>();
  let bytes = 0;
  const visit = (relative: string): void => {
    const path = join(folder, relative);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return;
    if (stat.isDirectory()) {
      for (const name of readdirSync(path)) visit(`${relative}/${name}`);
      return;
    }
    if (found.size >= MAX_FILES) throw new TooMuch(`it holds more than ${MAX_FILES} files`);
    if (stat.isSymbolicLink()) {
      found.set(relative, `link ${readlinkSync(path)}`);
    } else if (stat.isFile()) {
      bytes += stat.size;
      if (bytes > MAX_BYTES) throw new TooMuch(`it holds more than ${MAX_BYTES / 1024 / 1024} MB`);
      const digest = createHash("sha256").update(readRegularFile(path)).digest("hex");
      contents.set(relative, digest);
      found.set(relative, `file ${digest}`);
    } else found.set(relative, "other");
  };
  try {
    for (const part of TRUSTED_PARTS) visit(part);
  } catch (error) {
    const reason = error instanceof TooMuch ? error.message : `it cannot be read: ${String(error)}`;
    return { kind: "unusable", reason };
  }
  if (found.size === 0) return { kind: "nothing" };

  const files = [...found.keys()].toSorted();
  const hash = createHash("sha256");
  for (const file of files) hash.update(JSON.stringify([file, found.get(file)]));
  return { kind: "something", hash: hash.digest("hex"), files, contents };
}

class TooMuch extends Error {}

/** Fails when a link or a pipe has taken the file's place since it was looked at. */
function readRegularFile(path: string): Uint8Array {
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    if (!fstatSync(descriptor).isFile()) throw new Error(`${path} is not a regular file`);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
