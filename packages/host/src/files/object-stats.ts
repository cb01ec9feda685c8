import type { BigIntStats } from "node:fs";

/** What has to be known of an object to say what it is, wherever it is. */
export type ObjectStats = Pick<
  BigIntStats,
  | "dev"
  | "ino"
  | "mode"
  | "nlink"
  | "size"
  | "isFile"
  | "isDirectory"
  | "isSymbolicLink"
  | "isFIFO"
  | "isSocket"
  | "isCharacterDevice"
  | "isBlockDevice"
>;
