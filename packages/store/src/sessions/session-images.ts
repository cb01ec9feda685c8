import { createHash, randomBytes } from "node:crypto";
import { closeSync, existsSync, fsync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { ImageBlock, Message, SessionEvent } from "@wield/core";
import { syncFolder } from "../home/durable-file.ts";
import { isStoredImage } from "./event-shape.ts";
import { makeFolder } from "../home/make-folder.ts";

/** A picture as a record holds it: its bytes are in a file of their own, named by their sha256. */
interface StoredImage {
  readonly type: "image";
  readonly mediaType: string;
  readonly file: string;
}

/** The pictures of one session. */
export class SessionImages {
  readonly #folder: string;
  /** Those whose bytes are not known to be on disk. */
  readonly #syncing = new Set<Promise<void>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The event as a record holds it. Pictures are written at once; `sync` tells when they are on disk. */
  detach(event: SessionEvent): object {
    return mapImages(event, (image) => this.#save(image));
  }

  /** The event with its pictures, which are read when they are looked at. Tells names of those that are gone. */
  attach(event: SessionEvent): { readonly event: SessionEvent; readonly missing: readonly string[] } {
    const missing: string[] = [];
    const attached = mapImages(event, (image) => {
      if (!isStoredImage(image)) return image;
      const path = join(this.#folder, image.file);
      if (!existsSync(path)) missing.push(image.file);
      return lazyImage(image.mediaType, path);
    });
    return { event: attached, missing };
  }

  async sync(): Promise<void> {
    await Promise.all(this.#syncing);
  }

  #save({ mediaType, bytes }: ImageBlock): StoredImage {
    const file = createHash("sha256").update(bytes).digest("hex");
    const path = join(this.#folder, file);
    if (!existsSync(path)) this.#write(path, bytes);
    return { type: "image", mediaType, file };
  }

  #write(path: string, bytes: Uint8Array): void {
    makeFolder(this.#folder);
    const temporary = `${path}.${randomBytes(4).toString("hex")}.new`;
    const fd = openSync(temporary, "wx", 0o600);
    for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written);
    renameSync(temporary, path);
    const syncing = new Promise<void>((resolve, reject) => {
      fsync(fd, (fault) => {
        closeSync(fd);
        if (fault === null) resolve(syncFolder(this.#folder));
        else reject(fault);
      });
    }).finally(() => this.#syncing.delete(syncing));
    syncing.catch(() => undefined);
    this.#syncing.add(syncing);
  }
}

/** Names of the files that a stored event's pictures are in. */
export function imageFiles(event: SessionEvent): readonly string[] {
  const files: string[] = [];
  mapImages(event, (image) => {
    if (isStoredImage(image)) files.push(image.file);
    return image;
  });
  return files;
}

/** A long session may hold more pictures than fit in memory. One that cannot be read has no bytes. */
function lazyImage(mediaType: string, path: string): ImageBlock {
  return {
    type: "image",
    mediaType,
    get bytes() {
      try {
        return new Uint8Array(readFileSync(path));
      } catch {
        return new Uint8Array();
      }
    },
  };
}

export function mapImages(event: SessionEvent, map: (image: ImageBlock) => ImageBlock): SessionEvent;
export function mapImages(event: SessionEvent, map: (image: ImageBlock) => StoredImage): object;
export function mapImages(event: SessionEvent, map: (image: ImageBlock) => ImageBlock | StoredImage): object {
  return event.kind === "message" ? { ...event, message: mapMessage(event.message, map) } : event;
}

function mapMessage(message: Message, map: (image: ImageBlock) => object): object {
  if (message.role === "user") {
    const parts = message.parts.map((part) =>
      part.kind === "image" ? { ...part, image: map(part.image) } : part,
    );
    return { ...message, parts };
  }
  if (message.role === "result" && message.images !== undefined) {
    return { ...message, images: message.images.map(map) };
  }
  return message;
}
