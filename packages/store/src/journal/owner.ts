import { parseJson } from "../home/json-fields.ts";
import { isIdentity } from "../process/process-identity.ts";
import type { ProcessIdentity } from "../process/process-identity.ts";

/** The identity that the index keeps as JSON text beside a call. */
export function parseOwner(text: string | undefined): ProcessIdentity | undefined {
  if (text === undefined) return undefined;
  const parsed = parseJson(text);
  return isIdentity(parsed) ? parsed : undefined;
}
