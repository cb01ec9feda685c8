import type { Effect } from "./effect.ts";

/** The effect in words, for a person who decides about it. */
export function describeEffect(effect: Effect): string {
  switch (effect.kind) {
    case "read":
    case "write":
    case "delete":
      return `${effect.kind} ${effect.path}`;
    case "run": {
      const place = effect.backend === undefined || effect.backend === "local" ? "" : ` on ${effect.backend}`;
      const folder = effect.folder === undefined ? "" : ` in ${effect.folder}`;
      return `run ${effect.command}${folder}${place}`;
    }
    case "connect":
      return `connect to ${effect.host}:${effect.port}`;
    case "browser":
      return effect.changes ? `act in browser page ${effect.page}` : `look at browser page ${effect.page}`;
    case "code":
      return `run code in scratchpad ${effect.scratchpad}`;
    case "index":
      return `change collection ${effect.collection}`;
    case "memory":
    case "skill":
    case "todo": {
      const target = effect.kind === "todo" ? effect.list : effect.record;
      return `${effect.changes ? "change" : "look at"} ${effect.kind} ${target}`;
    }
    case "agent":
      return `start ${effect.label}`;
    case "person":
      return `ask ${effect.questions} question(s)`;
    case "opaque":
      return effect.resource === undefined ? `anything (${effect.label})` : `change ${effect.resource}`;
  }
}
