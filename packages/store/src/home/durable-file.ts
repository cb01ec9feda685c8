import { randomBytes } from "node:crypto";
import { close, fdatasync, fsync, openSync } from "node:fs";
import { link, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { identityName, isDead, ownIdentity, parseIdentityName } from "../process/process-identity.ts";
import { faultCode } from "./describe-fault.ts";

/**
 * Makes a file with this content unless there is one: of several processes exactly one succeeds, and nobody
 * ever sees a part of it. On disk (mode 0600) when this resolves with true.
 */
export async function createFile(path: string, content: string | Uint8Array): Promise<boolean> {
  const temporary = await writeTemporary(path, content);
  try {
    await link(temporary, path);
  } catch (error) {
    if (faultCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(dirname(path));
  return true;
}

/** Puts a file in place of the one there, if any: the old content or the new is seen, never a part. On disk when this resolves. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = await writeTemporary(path, content);
  try {
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Whether this is a temporary file of ours whose process has ended. */
export function isAbandoned(name: string): boolean {
  const match = /^\.new-(\d+\.\d*\.[0-9a-f-]*\.\d*)-[0-9a-f]{12}-/.exec(name);
  const owner = match?.[1] === undefined ? undefined : parseIdentityName(match[1]);
  return owner !== undefined && isDead(owner);
}

/** Syncs the names in a folder, off the event loop. */
export function syncFolder(path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fd = openSync(path, "r");
    fsync(fd, (fault) => {
      close(fd, () => {
        // Some file systems cannot sync a folder and say so; their names are as safe as they get.
        if (fault === null || fault.code === "EINVAL") resolve();
        else reject(fault);
      });
    });
  });
}

/** Syncs what is in an open file, off the event loop. */
export function syncData(fd: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(fd, (fault) => (fault === null ? resolve() : reject(fault)));
  });
}

async function writeTemporary(path: string, content: string | Uint8Array): Promise<string> {
  const unique = `${identityName(ownIdentity())}-${randomBytes(6).toString("hex")}`;
  const temporary = join(dirname(path), `.new-${unique}-${basename(path)}`);
  const file = await open(temporary, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.datasync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return temporary;
}
