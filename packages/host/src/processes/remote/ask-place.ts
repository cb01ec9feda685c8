import { fail, type Outcome, value } from "@wield/core";
import type { RemoteChannel, RemotePlace } from "./remote-place.ts";

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
  let channel: RemoteChannel | undefined;
  let isGivenUp = false;
  const asking = place.open(script).then((opened): Outcome<PlaceAnswer> | Promise<Outcome<PlaceAnswer>> => {
    if (!opened.ok) return opened;
    channel = opened.value;
    if (isGivenUp) channel.release();
    return answerOf(channel);
  });
  const answer = await Promise.race([asking, after(maxMs, asking)]);
  if (answer !== undefined) return answer;
  isGivenUp = true;
  channel?.release();
  const seconds = Math.round(maxMs / 1000);
  return fail("backend_unavailable", `${place.facts.label} did not answer to the end within ${seconds} s`, {
    hint: "the line or a disk there may not answer; look at it, or try again.",
  });
}

async function answerOf({ output, errors, ended, endInput }: RemoteChannel): Promise<Outcome<PlaceAnswer>> {
  const chunks: Uint8Array[] = [];
  output.listen((chunk) => chunks.push(Buffer.from(chunk)));
  errors.listen(() => undefined);
  endInput();
  const [{ exitCode, lost }] = await Promise.all([ended, output.closed]);
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
