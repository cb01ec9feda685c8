import { getSystemErrorMessage } from "node:util";

/** The error when it is the operating system's answer; anything else is a defect and thrown on. */
export function osError(error: unknown): NodeJS.ErrnoException {
  if (error instanceof Error && typeof (error as NodeJS.ErrnoException).code === "string") return error;
  throw error;
}

/** True when the operating system answered with one of `codes`, such as `ENOENT`. */
export function isOsError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? "");
}

/** The reason in the system's words, without the call and the path that Node adds. */
export function osReason(error: NodeJS.ErrnoException): string {
  return error.errno === undefined ? error.message : getSystemErrorMessage(error.errno);
}
