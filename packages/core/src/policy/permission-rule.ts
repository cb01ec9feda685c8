import type { EffectKind } from "../effects/effect.ts";
import type { Caller, Surface } from "../ports/journal.ts";

export interface RuleMatch {
  readonly effect?: EffectKind;
  /** Glob relative to the workspace, absolute, or starting with `~/`. */
  readonly path?: string;
  readonly command?: string;
  readonly read_only?: boolean;
  readonly host?: string;
  readonly server?: string;
  readonly caller?: Caller;
  readonly surface?: Surface;
}

/** One entry of `tools.rules`. All its keys must hold. */
export interface PermissionRule {
  /** Tool name, `*` allowed. */
  readonly tool?: string;
  readonly match?: RuleMatch;
  readonly action: "allow" | "ask" | "deny";
  readonly reason?: string;
}
