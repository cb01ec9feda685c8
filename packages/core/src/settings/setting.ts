import type * as zod from "zod";
import type { WorkspaceRule } from "./workspace-rule.ts";

/** Handed to `schema`, so that no schema library is loaded while there is nothing to check. */
export type Zod = typeof zod;

/** One setting of the configuration file: all that is known about it stands here and nowhere else. */
export interface Setting<Value = unknown> {
  readonly description: string;
  /** In the units of the configuration file. */
  readonly default: Value;
  /** What may stand there, in words, as the message about a wrong value shows it. */
  readonly allowed: string;
  readonly schema: (z: Zod) => zod.ZodType<Value>;
  /** What the value of a workspace's own file does to the person's. */
  readonly workspace: WorkspaceRule<Value>;
  /** True when a misspelt name of it would leave something unprotected: that stops the start instead of warning. */
  readonly protects?: true;
}

/** Settings by dotted name. */
export type Settings = Readonly<Record<string, Setting>>;

export type SettingValues<Of> = {
  readonly [Name in keyof Of]: Of[Name] extends Setting<infer Value> ? Value : never;
};
