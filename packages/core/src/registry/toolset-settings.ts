import type { Surface } from "../ports/journal.ts";

/** A toolset of the operator's own. Entries are tool names, `@toolset` or patterns with `*`. */
export interface OwnToolset {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** What decides which tools a conversation has. */
export interface ToolsetSettings {
  readonly toolset: string;
  readonly platformToolsets: ReadonlyMap<Surface, string>;
  readonly enabled: readonly string[];
  readonly disabled: readonly string[];
  readonly own: ReadonlyMap<string, OwnToolset>;
}

export const DEFAULT_TOOLSET_SETTINGS: ToolsetSettings = Object.freeze({
  toolset: "default",
  platformToolsets: new Map(),
  enabled: [],
  disabled: [],
  own: new Map(),
});
