import type { EffectKind, ServiceProvider } from "@wield/core";

/** Something a call changed, or asked to change, through a service of the check's host. */
export interface ServiceChange {
  /** Behind "asked its memory service to": `remember "milk"`. */
  readonly words: string;
  /** The kind of effect that announces it. `opaque` announces everything. */
  readonly effect: EffectKind;
}

/** A service of the check's host. The module that loads the tool brings those that its tools need. */
export interface FixtureService {
  readonly provider: ServiceProvider;
  /** Changes since the last call of this function, refused ones too. */
  takeChanges(): readonly ServiceChange[];
  /** Puts back what calls changed. */
  reset(): void;
}
