import { fail, value } from "@wield/core";
import type { ImageBlock, Outcome, SessionEvent } from "@wield/core";
import { fieldsOf, parseJson } from "../home/json-fields.ts";
import { isEvent } from "./event-shape.ts";
import { mapImages } from "./session-images.ts";

/** The last form of exports that is understood. */
const FORMAT = 1;

export interface ExportedEvent {
  readonly at: number;
  readonly event: SessionEvent;
}

/** Reads what `wield sessions export ID json` wrote. Fails with `not_an_export`, naming the first place at fault. */
export function readExport(text: string): Outcome<readonly ExportedEvent[]> {
  const fields = fieldsOf(parseJson(text));
  const version = fields.get("version");
  if (fields.get("format") !== "wield-session" || typeof version !== "number") {
    return notAnExport("this is no session that Wield exported as JSON");
  }
  if (version > FORMAT) return notAnExport(`it has the form ${version}; this Wield knows ${FORMAT} at most`);
  const given = fields.get("events");
  if (!Array.isArray(given) || given.length === 0) return notAnExport("it holds no events");
  const events: ExportedEvent[] = [];
  for (const [index, one] of given.entries()) {
    const { at, event } = partsOf(one);
    if (typeof at !== "number" || !isEvent(event, isExportedImage)) {
      return notAnExport(`events[${index}] is no event of a session`);
    }
    // What its person allowed there is no answer of this one.
    if (event.kind !== "setting") events.push({ at, event: mapImages(event, decodeImage) });
  }
  return events.length === 0 ? notAnExport("it holds no events") : value(events);
}

function partsOf(candidate: unknown): { readonly at: unknown; readonly event: unknown } {
  const fields = fieldsOf(candidate);
  return { at: fields.get("at"), event: fields.get("event") };
}

function isExportedImage(candidate: unknown): boolean {
  const fields = fieldsOf(candidate);
  const isNamed = fields.get("type") === "image" && typeof fields.get("mediaType") === "string";
  return isNamed && typeof fields.get("bytes") === "string";
}

/** In an export the bytes stand as base64. */
function decodeImage(image: ImageBlock): ImageBlock {
  return { ...image, bytes: new Uint8Array(Buffer.from(String(image.bytes), "base64")) };
}

function notAnExport(why: string): Outcome<never> {
  return fail("not_an_export", why, { hint: "wield sessions export ID json writes what can be imported." });
}
