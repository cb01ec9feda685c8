import type { Effect } from "../effects/effect.ts";
import { isPathEffect } from "../effects/effect.ts";
import type { GuardedCall } from "../policy/guard.ts";
import type { PathZone, ResolvedPath, Workspace } from "../ports/paths.ts";
import { toolWith } from "./tool-fixture.ts";

export const WORKSPACE: Workspace = {
  root: "/w",
  readRoots: ["/ref"],
  writeRoots: ["/out"],
  home: "/home/me",
};

const TOOL = toolWith({ input: { type: "object" }, mutates: true });

/** A path as the resolver of a host would give it. */
export function pathAt(real: string, more: Partial<ResolvedPath> = {}): ResolvedPath {
  const inside = real === "/w" || real.startsWith("/w/");
  const zone: PathZone = inside ? "workspace" : "outside";
  return {
    given: real,
    real,
    display: inside ? real.slice(3) || "." : real,
    zone,
    exists: true,
    lineage: [],
    ...more,
  };
}

/** A call as guards see it; paths of effects are taken for real ones. */
export function guardedWith(effects: readonly Effect[], more: Partial<GuardedCall> = {}): GuardedCall {
  return {
    tool: TOOL,
    input: {},
    effects: effects.map((effect) =>
      isPathEffect(effect) ? { effect, path: pathAt(effect.path) } : { effect },
    ),
    mutates: true,
    caller: "agent",
    surface: "terminal",
    sessionId: "ses_1",
    workspace: WORKSPACE,
    sawOutside: false,
    ...more,
  };
}
