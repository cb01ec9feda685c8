import type { FilesScope, Sighting } from "@wield/core";
import { mergeRanges } from "./merge-ranges.ts";

/** Remembers what was shown of the file at a real path. Several ranges of one content add up. */
export async function noteSeenAt(scope: FilesScope, real: string, sighting: Sighting): Promise<void> {
  const known = await scope.sightings.get(real);
  const earlier = known?.mark === sighting.mark ? known.seen : [];
  scope.sightings.set(real, {
    mark: sighting.mark,
    seen: mergeRanges([...earlier, ...sighting.seen]),
  });
}
