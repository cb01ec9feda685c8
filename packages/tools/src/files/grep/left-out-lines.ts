import type { LeftOut } from "@wield/core";

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
