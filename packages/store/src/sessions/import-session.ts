import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Scrubber } from "@wield/core";
import { replaceFile } from "../home/durable-file.ts";
import { encodeHeader, encodeRecord } from "./record-codec.ts";
import type { SessionHeader } from "./record-codec.ts";
import type { ExportedEvent } from "./read-export.ts";
import { scrubEvent } from "./scrub-event.ts";
import { SessionImages } from "./session-images.ts";
import type { SessionPlaces } from "./session-places.ts";

export interface Import {
  readonly to: string;
  readonly header: SessionHeader;
  readonly events: readonly ExportedEvent[];
  readonly scrubber: Scrubber;
}

/** Makes a session of events that came from elsewhere. It is seen once it is whole. */
export async function importSession(
  places: SessionPlaces,
  { to, header, events, scrubber }: Import,
): Promise<void> {
  mkdirSync(dirname(places.folder(to)), { recursive: true, mode: 0o700 });
  mkdirSync(places.folder(to), { mode: 0o700 });
  const images = new SessionImages(places.images(to));
  const records = events.map(({ at, event }, index) =>
    encodeRecord({ seq: index + 1, at, event: images.detach(scrubEvent(event, scrubber)) }),
  );
  await images.sync();
  await replaceFile(places.log(to), `${[encodeHeader(header), ...records].join("\n")}\n`);
}
