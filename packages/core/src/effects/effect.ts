/** One thing a call touches. Paths stand as the call gave them until the pipeline resolves them. */
export type Effect =
  | { readonly kind: "read" | "write" | "delete"; readonly path: string }
  | {
      readonly kind: "run";
      readonly command: string;
      readonly folder?: string;
      readonly backend?: string;
      readonly readOnly?: boolean;
      /** The shell it runs in; decides its lock. */
      readonly shell?: string;
    }
  | {
      readonly kind: "connect";
      readonly host: string;
      readonly port: number;
      readonly isSavedServer?: boolean;
    }
  | { readonly kind: "browser"; readonly page: string; readonly changes: boolean }
  | { readonly kind: "code"; readonly scratchpad: string }
  | { readonly kind: "index"; readonly collection: string }
  | { readonly kind: "memory" | "skill"; readonly record: string; readonly changes: boolean }
  | { readonly kind: "todo"; readonly list: string; readonly changes: boolean }
  | { readonly kind: "agent"; readonly label: string }
  | { readonly kind: "person"; readonly questions: number }
  | { readonly kind: "opaque"; readonly label: string; readonly resource?: string };

export type EffectKind = Effect["kind"];

export type PathEffect = Extract<Effect, { readonly path: string }>;

export function isPathEffect(effect: Effect): effect is PathEffect {
  return effect.kind === "read" || effect.kind === "write" || effect.kind === "delete";
}

/** True when this effect changes something. A call mutates when one of its effects does. */
export function changesSomething(effect: Effect): boolean {
  switch (effect.kind) {
    case "read":
    case "connect":
    case "person":
      return false;
    case "browser":
    case "memory":
    case "skill":
    case "todo":
      return effect.changes;
    case "write":
    case "delete":
    case "run":
    case "code":
    case "index":
    case "agent":
    case "opaque":
      return true;
  }
}

/** The agent's own state (its list, its questions, its helpers): journaled, but passed by the approval modes. */
export function isOwnState(effect: Effect): boolean {
  return effect.kind === "todo" || effect.kind === "person" || effect.kind === "agent";
}

/** What such a call does cannot be known beforehand, so it keeps its place in a batch. */
export function isUnknowable(effect: Effect): boolean {
  return (
    effect.kind === "run" || effect.kind === "code" || effect.kind === "opaque" || effect.kind === "browser"
  );
}
