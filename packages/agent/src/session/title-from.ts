import { cutPoint } from "@wield/core";

const MOST_CHARACTERS = 80;

/** A title of at most 80 characters: the first line with anything in it. */
export function titleFrom(text: string): string {
  const line =
    text
      .toWellFormed()
      .split("\n")
      .map((part) => part.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim())
      .find((part) => part !== "") ?? "";
  return line.length <= MOST_CHARACTERS ? line : `${line.slice(0, cutPoint(line, MOST_CHARACTERS - 1))}…`;
}
