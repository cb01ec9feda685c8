import { extname } from "node:path";
import type { Runtime } from "@wield/app";
import type { ImageBlock } from "@wield/core";
import { readPicture } from "../../run/read-picture.ts";

const PICTURES = new Set([".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp"]);
const MENTION = /(?:^|\s)@(\S+)/g;

export interface FoundPictures {
  readonly pictures: readonly ImageBlock[];
  /** Why a picture that was named does not go along. */
  readonly problems: readonly string[];
}

/** The pictures that a message names with `@path`; other files are named only, for the model to read. */
export async function picturesIn(text: string, { workspaceRoot }: Runtime): Promise<FoundPictures> {
  const paths = [...text.matchAll(MENTION)]
    .map(([, path]) => path ?? "")
    .filter((path) => PICTURES.has(extname(path).toLowerCase()));
  const read = await Promise.all([...new Set(paths)].map((path) => readPicture(path, workspaceRoot)));
  return {
    pictures: read.flatMap((picture) => (picture.ok ? [picture.value] : [])),
    problems: read.flatMap((picture) => (picture.ok ? [] : [picture.message])),
  };
}
