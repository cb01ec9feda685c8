import type { LeftOut } from "@wield/core";

/** What was not searched, when nothing was found; nothing when all was searched. */
export function leftOutLines(leftOut: LeftOut | undefined, maxFileBytes: number): string[] {
  if (leftOut === undefined) return [];
  const { ignored, tooLarge, binary, isComplete, isBinaryComplete } = leftOut;
  const large = `larger than ${maxFileBytes / 1024 / 1024} MB`;
  const count = (number: number, isExact: boolean): string => `${isExact ? "" : "at least "}${number}`;
  const parts = [
    ...(ignored === 0
      ? []
      : [`at least ${ignored} file(s) by ignore rules (include_ignored: true searches them)`]),
    ...(tooLarge === 0
      ? []
      : [`${count(tooLarge, isComplete)} file(s) ${large} (name one as path to search it)`]),
    ...(binary === 0 ? [] : [`${count(binary, isBinaryComplete)} binary file(s)`]),
  ];
  if (parts.length > 0) return [`… not searched: ${parts.join(", ")}`];
  // Too many files to look at them all only for this.
  return isComplete ? [] : [`… files that are ignored, ${large} or binary are not searched`];
}
