import { fail } from "@wield/core";
import type { FailedResult } from "@wield/core";
import type { Held, Holder } from "../walk/held.ts";
import { presentHash } from "./present.ts";

const HINT = "read it again, then write";

export function changedMeanwhile(display: string): FailedResult {
  return fail("stale", `${display} was changed by someone else since this session read it`, { hint: HINT });
}

export function goneMeanwhile(display: string): FailedResult {
  return fail("stale", `${display} was deleted or moved by someone else since this session read it`, {
    hint: "write it anew if it shall exist again",
  });
}

export function madeMeanwhile(display: string): FailedResult {
  return fail("stale", `${display} was made by someone else just now`, { hint: HINT });
}

export type PresentAgain =
  | { readonly kind: "same"; readonly object: Held }
  | { readonly kind: "differs"; readonly failure: FailedResult };

/** Holds what has the name now, when it still is a file with the content of `hash`. */
export async function holdUnchanged(
  holder: Holder,
  at: { readonly folder: Held; readonly name: string },
  expected: { readonly hash: string; readonly display: string },
): Promise<PresentAgain> {
  const object = holder.hold(at.folder.at(at.name));
  if (object === undefined) return { kind: "differs", failure: goneMeanwhile(expected.display) };
  try {
    if (object.stats.isFile() && (await presentHash(object)) === expected.hash)
      return { kind: "same", object };
  } catch (error) {
    object[Symbol.dispose]();
    throw error;
  }
  object[Symbol.dispose]();
  return { kind: "differs", failure: changedMeanwhile(expected.display) };
}
