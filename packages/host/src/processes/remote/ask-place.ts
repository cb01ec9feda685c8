import { fail, type Outcome, value } from "@wield/core";
import type { RemotePlace } from "./remote-place.ts";

export interface PlaceAnswer {
  /** What the script printed. */
  readonly text: string;
  readonly exitCode: number | null;
}

/** Runs a script of a place's own shell to its end. Fails with `backend_unavailable`. */
export async function askPlace(place: RemotePlace, script: string): Promise<Outcome<PlaceAnswer>> {
  const opened = await place.open(script);
  if (!opened.ok) return opened;
  const { output, errors, ended, endInput } = opened.value;
  const chunks: Uint8Array[] = [];
  output.listen((chunk) => chunks.push(Buffer.from(chunk)));
  errors.listen(() => undefined);
  endInput();
  const [{ exitCode, lost }] = await Promise.all([ended, Promise.race([output.closed, ended])]);
  await output.closed;
  if (lost !== undefined) return fail("backend_unavailable", lost);
  return value({ text: Buffer.concat(chunks).toString("utf8"), exitCode });
}
