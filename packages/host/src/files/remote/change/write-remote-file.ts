import type { Outcome, WriteReceipt } from "@wield/core";
import { madeMeanwhile, goneMeanwhile } from "../../../change/stale.ts";
import { alreadyExists, type WholeContent } from "../../../change/write-file.ts";
import { cancelled } from "../../failures.ts";
import { notUsableAsFile } from "../../open-path.ts";
import type { RemoteWork } from "../open/open-remote-for-reading.ts";
import { openRemotePath } from "../open/open-remote-path.ts";
import { createRemoteFile } from "./create-remote-file.ts";
import { replaceRemoteFile } from "./replace-remote-file.ts";

/** Makes a file there or replaces its whole content. */
export async function writeRemoteFile(work: RemoteWork, asked: WholeContent): Promise<Outcome<WriteReceipt>> {
  const { given, content, expectedHash, seen } = asked;
  const isNew = asked.isNew === true;
  if (work.scope.signal.aborted) return cancelled("write", given);
  const opening = await openRemotePath(work, "write", { given });
  if (!opening.ok) return opening;
  const opened = opening.value;
  const { object, path, located } = opened;
  if (object === undefined) {
    if (expectedHash !== undefined) return goneMeanwhile(path.display);
    const created = await createRemoteFile(work, opened, content);
    if (created !== "exists") return created;
    return isNew ? alreadyExists(path.display) : madeMeanwhile(path.display);
  }
  const refusal = notUsableAsFile("write", path, object) ?? (isNew ? alreadyExists(path.display) : undefined);
  if (refusal !== undefined) return refusal;
  return replaceRemoteFile(work, {
    access: "write",
    opened,
    name: located.rest.at(-1) ?? "",
    content,
    ...(expectedHash === undefined ? {} : { expectedHash }),
    ...(seen === undefined ? {} : { seen }),
  });
}
