import type { LeftOut, SearchEnd } from "@wield/core";
import { shownName } from "../walks/shown-name.ts";

/** Names what could not be read; nothing when all could. */
export function unreadableNotes({ unreadable, unreadableCount }: SearchEnd): string[] {
  if (unreadableCount === 0) return [];
  const folders = unreadable.filter(({ path }) => path.endsWith("/")).length;
  const kind =
    folders === 0
      ? "file"
      : folders === unreadable.length
        ? "folder"
        : unreadableCount === 1
          ? "file"
          : "files and folder";
  const names = unreadable.map(({ path, reason }) => `${shownName(path)} (${reason})`).join(", ");
  const others =
    unreadableCount > unreadable.length ? `, and ${unreadableCount - unreadable.length} more` : "";
  return [`could not read ${unreadableCount} ${kind}${unreadableCount === 1 ? "" : "s"}: ${names}${others}`];
}

/** What was not searched, when nothing was found; nothing when all was searched. */
export function leftOutLines(leftOut: LeftOut | undefined, maxFileBytes: number): string[] {
  if (leftOut === undefined) return [];
  const { ignored, tooLarge, binary, isComplete, isBinaryComplete } = leftOut;
  const count = (number: number, isExact: boolean): string => `${isExact ? "" : "at least "}${number}`;
  const parts = [
    ...(ignored === 0
      ? []
      : [`at least ${ignored} file(s) by ignore rules (include_ignored: true searches them)`]),
    ...(tooLarge === 0
      ? []
      : [
          `${count(tooLarge, isComplete)} file(s) larger than ${maxFileBytes / 1024 / 1024} MB (name one as path to search it)`,
        ]),
    ...(binary === 0 ? [] : [`${count(binary, isBinaryComplete)} binary file(s)`]),
  ];
  return parts.length === 0 ? [] : [`… not searched: ${parts.join(", ")}`];
}
