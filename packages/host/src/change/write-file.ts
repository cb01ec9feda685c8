import { fail } from "@wield/core";
import type { FailedResult, Outcome, WriteOptions, WriteReceipt } from "@wield/core";
import { cancelled } from "../files/failures.ts";
import { notUsableAsFile, openPath } from "../files/open-path.ts";
import type { FilesContext } from "../files/open-path.ts";
import { createFile } from "./create-file.ts";
import { replaceFile } from "./replace-file.ts";
import { goneMeanwhile, madeMeanwhile } from "./stale.ts";

export interface WholeContent extends WriteOptions {
  readonly given: string;
  readonly content: Uint8Array;
}

/** Makes a file or replaces its whole content. */
export async function writeFile(context: FilesContext, asked: WholeContent): Promise<Outcome<WriteReceipt>> {
  const { given, content, expectedHash } = asked;
  const isNew = asked.isNew === true;
  if (context.scope.signal.aborted) return cancelled("write", given);
  const opening = openPath(context, "write", { given });
  if (!opening.ok) return opening;
  using opened = opening.value;
  const { object, path } = opened;
  if (object === undefined) {
    if (expectedHash !== undefined) return goneMeanwhile(path.display);
    const created = await createFile(context, opened, content);
    if (created !== "exists") return created;
    return isNew ? alreadyExists(path.display) : madeMeanwhile(path.display);
  }
  const refusal = notUsableAsFile("write", path, object) ?? (isNew ? alreadyExists(path.display) : undefined);
  if (refusal !== undefined) return refusal;
  return await replaceFile(context, {
    opened,
    object,
    content,
    ...(expectedHash === undefined ? {} : { expectedHash }),
    ...(asked.seen === undefined ? {} : { seen: asked.seen }),
  });
}

export function alreadyExists(display: string): FailedResult {
  return fail("already_exists", `${display} exists already`, { hint: "give a name that is free" });
}
