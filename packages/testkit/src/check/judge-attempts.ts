import type { Attempt } from "../watch/attempt.ts";
import type { Observation } from "./observation.ts";

/** The attempts that the effects of the call do not announce. */
export function judgeAttempts({ attempts, outcome }: Observation): readonly Attempt[] {
  const announced = new Set(
    outcome.call.effects.flatMap((effect) =>
      effect.kind === "connect" ? [`${effect.host.toLowerCase()}:${effect.port}`] : [],
    ),
  );
  const isAnnounced = ({ kind, target }: Attempt): boolean => {
    if (kind === "connect" || kind === "send") return announced.has(target.toLowerCase());
    // A name is looked up before it is connected to.
    return kind === "look_up" && [...announced].some((place) => place.startsWith(`${target.toLowerCase()}:`));
  };
  return attempts.filter((attempt) => !isAnnounced(attempt));
}
