import { quote } from "../text/quote.ts";
import type { Effect, EffectKind } from "./effect.ts";

type FieldKind = "text" | "flag" | "count" | "text?" | "flag?";

const PATH = { path: "text" } as const;
const RECORD = { record: "text", changes: "flag" } as const;

/** What each kind of effect must and may hold. */
const FIELDS: Readonly<Record<EffectKind, Readonly<Record<string, FieldKind>>>> = {
  read: PATH,
  write: PATH,
  delete: PATH,
  run: { command: "text", folder: "text?", backend: "text?", readOnly: "flag?", shell: "text?" },
  connect: { host: "text", port: "count", isSavedServer: "flag?" },
  browser: { page: "text", changes: "flag" },
  code: { scratchpad: "text" },
  index: { collection: "text" },
  memory: RECORD,
  skill: RECORD,
  todo: { list: "text", changes: "flag" },
  agent: { label: "text" },
  person: { questions: "count" },
  opaque: { label: "text", resource: "text?" },
};

/**
 * A frozen copy of an effect as a tool gave it. Throws for one that is none: an effect nobody knows would pass as
 * one that changes nothing.
 */
export function checkEffect(given: unknown): Effect {
  if (typeof given !== "object" || given === null) throw new TypeError(`${quote(given)} is no effect`);
  const copy: Record<string, unknown> = { ...given };
  for (const name in copy) if (copy[name] === undefined) delete copy[name];
  const kind = String(copy["kind"]);
  if (!Object.hasOwn(FIELDS, kind)) throw new TypeError(`${quote(copy["kind"])} is no kind of effect`);
  const fields = FIELDS[kind as EffectKind];
  for (const name in fields) {
    if (!fits(copy[name], fields[name])) throw new TypeError(`the effect ${kind} has no right ${name}`);
  }
  for (const name in copy) {
    if (name !== "kind" && !Object.hasOwn(fields, name))
      throw new TypeError(`the effect ${kind} has no field ${quote(name)}`);
  }
  return Object.freeze(copy) as Effect;
}

function fits(value: unknown, field: FieldKind | undefined): boolean {
  switch (field) {
    case "text":
      return typeof value === "string";
    case "flag":
      return typeof value === "boolean";
    case "count":
      return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
    case "text?":
      return value === undefined || typeof value === "string";
    case "flag?":
      return value === undefined || typeof value === "boolean";
    case undefined:
      return false;
  }
}
