import { fail, value, type Outcome } from "@wield/core";
import { compactHistory, type Compacting } from "./compact-history.ts";

/** Summarises at once, whatever the size. Fails with `nothing_to_compact`. Sizes are tokens of a request. */
export async function compactNow(
  how: Omit<Compacting, "target" | "room">,
): Promise<Outcome<{ readonly before: number; readonly after: number }>> {
  const { before, after, problem } = await compactHistory({
    ...how,
    target: 0,
    room: how.maker.model.facts.contextWindow,
  });
  return problem !== undefined && after >= before
    ? fail("nothing_to_compact", `the conversation was not shortened: ${problem}`)
    : value({ before, after });
}
