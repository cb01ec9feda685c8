import { fail, type Outcome } from "@wield/core";
import { askPlace, type PlaceAnswer } from "./ask-place.ts";
import type { RemotePlace } from "./remote-place.ts";

const MOST_TIDY_MS = 10_000;
/** Long enough for all that is asked when somebody leaves, short enough for a line that was away for a moment. */
const AGAIN_MS = 5000;

/**
 * Questions that only tidy up: what still runs, ending it, removing a folder. Whoever leaves does not wait long for a
 * place that has gone silent, and not for each of them: after one without an answer the next are not asked for a while.
 * What is left there then ends with the connection.
 */
export function createTidyQuestions(
  place: RemotePlace,
  maxMs = MOST_TIDY_MS,
): (script: string) => Promise<Outcome<PlaceAnswer>> {
  let silentSince: number | undefined;
  return async (script) => {
    if (silentSince !== undefined && performance.now() - silentSince < AGAIN_MS)
      return fail("backend_unavailable", `${place.facts.label} does not answer`);
    const asked = performance.now();
    const answer = await askPlace(place, script, maxMs);
    // A connection that was lost fails at once, and is opened anew by the next question.
    const now = performance.now();
    silentSince = !answer.ok && now - asked >= maxMs - 1 ? now : undefined;
    return answer;
  };
}
