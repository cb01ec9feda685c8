import { fail, type Outcome, value } from "@wield/core";
import type { RemotePlace } from "./remote-place.ts";

export interface PlaceAnswer {
  /** What the script printed. */
  readonly text: string;
  readonly exitCode: number | null;
}

/** Such scripts look at something or do a small thing; a folder of a file server that is gone never answers. */
const MOST_ANSWER_MS = 30_000;

/** Runs a script of a place's own shell to its end, or for `maxMs`. Fails with `backend_unavailable`. */
export async function askPlace(
  place: RemotePlace,
  script: string,
  maxMs = MOST_ANSWER_MS,
): Promise<Outcome<PlaceAnswer>> {
  const opened = await place.open(script);
  if (!opened.ok) return opened;
  const { output, errors, ended, endInput, release } = opened.value;
  const chunks: Uint8Array[] = [];
  output.listen((chunk) => chunks.push(Buffer.from(chunk)));
  errors.listen(() => undefined);
  endInput();
  const whole = Promise.all([ended, output.closed]);
  const first = await Promise.race([whole, after(maxMs, whole)]);
  if (first === undefined) {
    release();
    const seconds = Math.round(maxMs / 1000);
    return fail(
      "backend_unavailable",
      `${place.facts.label} answered, but not to the end within ${seconds} s`,
      {
        hint: "a folder there may be on a disk that does not answer; look at it, or try again.",
      },
    );
  }
  const [{ exitCode, lost }] = first;
  if (lost !== undefined) return fail("backend_unavailable", lost);
  return value({ text: Buffer.concat(chunks).toString("utf8"), exitCode });
}

/** Nothing after that time; never when the other is there before. */
function after(maxMs: number, other: Promise<unknown>): Promise<undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), maxMs);
    void other.finally(() => clearTimeout(timer));
  });
}
